// Runs a command against the Latchkey that is already running. Loads as little as possible, because a shell's prompt may wait
// for it.
import { isatty } from 'node:tty'
import { commandExitCodes } from '../core/command-line/commands.ts'
import { findCommand } from '../core/command-line/parse-command.ts'
import { runCommand } from '../core/command-line/run-command.ts'
import { defaultDataFolder } from '../core/platform/files/default-data-folder.ts'
import { ignoreOutputErrors, printError } from '../core/platform/log/output.ts'

ignoreOutputErrors(process)
process.on('SIGINT', () => process.exit(commandExitCodes.interrupted))
process.exitCode = await runCommand({
  found: findCommand(process.argv.slice(2))!,
  dataFolder: defaultDataFolder(),
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => printError(process, line),
  isTerminal: isatty(1),
  environment: process.env,
})
