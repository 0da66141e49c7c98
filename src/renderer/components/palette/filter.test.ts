import { expect, it } from 'vitest'
import { groupByBest, rankCommands } from './filter.ts'
import type { Command } from './commands.ts'

const command = (label: string, keywords?: string): Command => ({
  id: label,
  label,
  group: 'app.groupActions',
  keywords,
  run: () => undefined,
})
const commands = [
  command('Profile'),
  command('Status'),
  command('Clear status'),
  command('Use dark theme', 'night appearance'),
  command('Switch to Work', 'gitlab.example.com'),
]
const search = (query: string) =>
  rankCommands(commands, query).map(({ command: { label } }) => label)

it('keeps all commands in order without a query', () => {
  expect(search('  ')).toEqual(commands.map(({ label }) => label))
})

it('ranks prefix matches before matches in the middle', () => {
  expect(search('stat')).toEqual(['Status', 'Clear status'])
})

it('matches word prefixes and keywords', () => {
  expect(search('udt')).toEqual(['Use dark theme'])
  expect(search('dath')).toEqual(['Use dark theme'])
  expect(search('night')).toEqual(['Use dark theme'])
  expect(search('example')).toEqual(['Switch to Work'])
})

it('matches words in any order, and ignores filler words', () => {
  expect(search('theme dark')).toEqual(['Use dark theme'])
  expect(search('how do I use the dark theme')).toEqual(['Use dark theme'])
  expect(search('dark profile')).toEqual([])
})

it('ranks labels before keywords, and whole words before parts', () => {
  const ordered = [command('Restart', 'tokens'), command('Tokens'), command('My token')]
  const ranked = rankCommands(ordered, 'token').map(({ command: { label } }) => label)
  expect(ranked).toEqual(['Tokens', 'My token', 'Restart'])
})

it('allows typos only if nothing matches exactly', () => {
  expect(search('profiel')).toEqual(['Profile'])
  expect(search('clear stauts')).toEqual(['Clear status'])
  const both = [command('Tokne'), command('Token')]
  expect(rankCommands(both, 'tokne').map(({ command: { label } }) => label)).toEqual(['Tokne'])
})

it.each(['zzz', '–', '—!'])('finds nothing for “%s”', (typed) => {
  expect(search(typed)).toEqual([])
})

it('keeps each group together, best match first', () => {
  const ranked = [
    { command: { ...command('Weak screen'), group: 'app.screens' as const }, score: 40 },
    { command: command('Action'), score: 80 },
    { command: { ...command('Screen'), group: 'app.screens' as const }, score: 100 },
  ]
  expect(groupByBest(ranked).map(({ label }) => label)).toEqual(['Screen', 'Weak screen', 'Action'])
})
