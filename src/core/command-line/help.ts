import { t } from '../platform/messages.ts'
import {
  type TerminalCommand,
  type CommandOption,
  appOptions,
  commands,
  commonOptions,
  exitCodeTexts,
} from './commands.ts'

type Row = [label: string, text: string]

/** `latchkey --help`: all commands and options. */
export function helpText(): string {
  const rows: [heading: string, rows: Row[]][] = [
    [
      t('commandLine.commandsTitle'),
      commands.map((command) => [synopsis(command), t(command.text)]),
    ],
    [t('commandLine.optionsTitle'), optionRows([...appOptions, jsonOfCommands])],
    [t('commandLine.exitCodesTitle'), exitCodeRows()],
  ]
  return sections(rows)
}

/** `latchkey COMMAND --help`. */
export function commandHelp(command: TerminalCommand): string {
  const choices: Row[] = (command.choices ?? []).map((choice) => [choice, ''])
  return [
    `latchkey ${synopsis(command)}`,
    t(command.text),
    '',
    sections([
      ...(choices.length > 0 ? [[command.operands, choices] as [string, Row[]]] : []),
      [t('commandLine.optionsTitle'), optionRows([...command.options, ...commonOptions])],
    ]),
  ].join('\n')
}

const jsonOfCommands: CommandOption = { name: 'json', text: 'commandLine.json' }

/** A command with its operands. */
export function synopsis({ name, operands }: Pick<TerminalCommand, 'name' | 'operands'>): string {
  return [name, operands].filter(Boolean).join(' ')
}

/** An option with its short form and value. */
export function optionLabel({ name, short, value }: CommandOption): string {
  return [short && `-${short},`, `--${name}`, value].filter(Boolean).join(' ')
}

const optionRows = (options: readonly CommandOption[]): Row[] =>
  options.map((option) => [optionLabel(option), t(option.text)])

const exitCodeRows = (): Row[] => exitCodeTexts.map(([code, text]) => [String(code), t(text)])

function sections(parts: readonly [heading: string, rows: Row[]][]): string {
  const labels = parts.flatMap(([, rows]) => rows.map(([label]) => label.length))
  const width = Math.max(...labels) + 2
  return parts
    .map(([heading, rows]) => [
      `${heading}:`,
      ...rows.map(([label, text]) => `  ${label.padEnd(width)}${text}`.trimEnd()),
    ])
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}
