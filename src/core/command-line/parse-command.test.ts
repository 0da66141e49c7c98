import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { findCommand, isAppCommand, parseCommand } from './parse-command.ts'

/** A local time, so that the tests don't depend on the zone. */
const now = new Date('2026-11-30T14:30').getTime()

function parse(...args: string[]) {
  const found = findCommand(args)
  if (!found) expect.fail('no command')
  return parseCommand(found, now)
}

function request(...args: string[]) {
  const parsed = parse(...args)
  return parsed.kind === 'request' ? parsed.request : parsed
}

const problem = (text: string, value: string) => ({ kind: 'problem', text, value })

describe('finding a command', () => {
  it.each([
    [
      ['status', 'busy'],
      ['status', 'busy'],
    ],
    [['--account', 'status'], undefined],
    [
      ['--no-sandbox', '--data', '/there', 'keys', '--json'],
      ['keys', '--json'],
    ],
    [['--data', 'status'], undefined],
    [['--demo'], undefined],
    [['id_ed25519.pub', 'other.pub', 'status'], undefined],
    [[], undefined],
  ])('in %j', (args, words) => expect(findCommand(args)?.words).toEqual(words))

  it('skips the app’s folder when run from source, even if it is named as a command', () => {
    const run = (...args: string[]) => findCommand(args, { hasAppFolder: true })
    expect(run('.', 'status')).toEqual({ words: ['status'], before: [] })
    expect(run('status', '--data', 'd', 'keys')).toEqual({
      words: ['keys'],
      before: ['--data', 'd'],
    })
    expect(run('status')).toBeUndefined()
  })

  it('rejects one beside a link, whose author may have injected it', () => {
    expect(findCommand(['latchkey://keys', 'status', '--clear'])).toBeUndefined()
    expect(findCommand(['status', 'Latchkey://keys'])).toBeUndefined()
  })

  it('leaves whoami to the process that was started', () => {
    expect(isAppCommand(['whoami', '.'])).toBe(false)
    expect(isAppCommand(['attention'])).toBe(true)
    expect(isAppCommand(['--demo'])).toBe(false)
  })

  it('lists each command once', () => {
    const names = commands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('parsing a status', () => {
  const status = { command: 'status', account: undefined }
  const empty = { message: '', emoji: '', busy: false, clear: 'never' }

  it.each([
    [['Out for lunch'], { ...empty, message: 'Out for lunch' }],
    [['Out', 'for', 'lunch'], { ...empty, message: 'Out for lunch' }],
    [['--emoji', ':pizza:', '--busy'], { ...empty, emoji: 'pizza', busy: true }],
    [['x', '--for', '30m'], { ...empty, message: 'x', clear: '30_minutes' }],
    [['x', '--for=1h30m'], { ...empty, message: 'x', clear: '90_minutes' }],
    [['x', '--until', '15:15'], { ...empty, message: 'x', clear: '45_minutes' }],
    [['x', '--until', '2026-12-01 14:30'], { ...empty, message: 'x', clear: '1_day' }],
    [['--clear'], 'clear'],
  ])('from %j', (args, change) => expect(request('status', ...args)).toEqual({ ...status, change }))

  it('only shows it without any change', () => {
    expect(request('status', '--json')).toEqual(status)
    expect(request('status', '--account', 'work')).toEqual({ ...status, account: 'work' })
  })

  it.each([
    [['x', '--clear'], 'commandLine.clearAlone', '--clear'],
    [['--for', '30m'], 'commandLine.endWithoutStatus', '--for'],
    [['x', '--for', '30m', '--until', '15:00'], 'commandLine.oneEnd', '--for, --until'],
    [['x', '--for', 'soon'], 'commandLine.invalidTime', 'soon'],
    [['x', '--until', '25:00'], 'commandLine.invalidTime', '25:00'],
    [['x', '--for', '4m'], 'commandLine.timeOutOfRange', '4m'],
    [['x', '--for', '31d'], 'commandLine.timeOutOfRange', '31d'],
    [['x', '--until', '2026-11-30 14:00'], 'commandLine.timeOutOfRange', '2026-11-30 14:00'],
    [['--emojy', 'x'], 'host.unknownOption', '--emojy'],
    [['--emoji'], 'host.needsValue', '--emoji'],
    [['--busy=no'], 'host.takesNoValue', '--busy'],
  ])('rejects %j', (args, text, value) =>
    expect(request('status', ...args)).toEqual(problem(text, value)),
  )
})

describe('parsing other commands', () => {
  it.each([
    [['accounts'], { command: 'accounts' }],
    [['attention', '--account', 'work'], { command: 'attention', account: 'work' }],
    [['tokens', 'expiring'], { command: 'tokens expiring', days: 30 }],
    [['tokens', 'expiring', '--days', '14'], { command: 'tokens expiring', days: 14 }],
    [['expiries'], { command: 'expiries', days: 365, isCalendar: false }],
    [['expiries', '--ics'], { command: 'expiries', days: undefined, isCalendar: true }],
    [['expiries', '--ics', '--days', '30'], { command: 'expiries', days: 30, isCalendar: true }],
    [['users', 'search', 'ada', 'lo'], { command: 'users search', text: 'ada lo' }],
    [['user', '@ada'], { command: 'user', name: 'ada' }],
    [['open', 'admin/queue'], { command: 'open', screen: 'admin/queue' }],
  ])('from %j', (args, expected) =>
    expect(request(...args)).toEqual({ account: undefined, ...expected }),
  )

  it.each([
    [['tokens'], 'commandLine.unknownCommand', 'tokens'],
    [['tokens', 'rotate'], 'commandLine.unknownCommand', 'tokens rotate'],
    [['users', 'search'], 'commandLine.missingOperand', 'TEXT'],
    [['keys', 'add'], 'host.unexpectedArgument', 'add'],
    [['open', 'sign-in'], 'commandLine.unknownChoice', 'sign-in'],
    [['tokens', 'expiring', '--days', '-1'], 'host.needsValue', '--days'],
    [['tokens', 'expiring', '--days', 'x'], 'commandLine.invalidDays', 'x'],
    [['completion', 'csh'], 'commandLine.unknownChoice', 'csh'],
  ])('rejects %j', (args, text, value) => expect(request(...args)).toEqual(problem(text, value)))

  it('takes the data folder before or after the command', () => {
    expect(parse('--data', '/there', 'keys')).toMatchObject({ data: '/there' })
    expect(parse('keys', '--data', '/there', '--json')).toMatchObject({
      data: '/there',
      isJson: true,
    })
    expect(parse('keys')).toMatchObject({ data: undefined, isJson: false })
  })

  it.each([
    [['--account', 'work', 'status', '--clear'], '--account'],
    [['--for', '2h', 'status', 'Lunch'], '--for'],
    [['--for=2h', '--data', '/there', 'status', 'Lunch'], '--for'],
    [['--demo-admin', 'status', 'x'], '--demo-admin'],
    [['--help', 'status', 'x'], '--help'],
    [['-h', 'status', 'x'], '-h'],
    [['--data', '/there', '--wrong', 'status', 'x'], '--wrong'],
    [['foo', 'status', 'x'], 'foo'],
    [['--', 'status', 'x'], '--'],
  ])('rejects other arguments before a command: %j', (args, value) =>
    expect(parse(...args)).toEqual(problem('commandLine.beforeCommand', value)),
  )

  it('takes Chromium’s switch before or after the command', () => {
    expect(request('--no-sandbox', 'keys')).toMatchObject({ command: 'keys' })
    expect(request('keys', '--no-sandbox')).toMatchObject({ command: 'keys' })
  })

  it('asks for help or a completion script', () => {
    expect(parse('users', 'search', '--help')).toMatchObject({
      kind: 'help',
      command: { name: 'users search' },
    })
    expect(parse('completion', 'fish')).toEqual({ kind: 'completion', shell: 'fish' })
  })
})
