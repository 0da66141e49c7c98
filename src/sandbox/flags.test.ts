import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFlags } from './flags.ts'

describe('readFlags', () => {
  afterEach(() => void vi.useRealTimers())

  it('returns a clock that starts at --time and keeps running', () => {
    vi.useFakeTimers({ now: Date.parse('2026-07-01T12:00:00Z'), toFake: ['Date'] })
    const { now } = readFlags(['--time', '2028-02-29T23:59:59.500+05:30'])!
    expect(now!()).toEqual(new Date('2028-02-29T18:29:59.500Z'))
    vi.setSystemTime('2026-07-01T12:00:01Z')
    expect(now!()).toEqual(new Date('2028-02-29T18:30:00.500Z'))
  })

  it.each([
    [[], true],
    [['--no-token-list'], false],
  ])('enables the token list for %j: %s', (flags, expected) => {
    expect(readFlags(flags)!.hasTokenList).toBe(expected)
  })

  it('disables the lookup with --no-lookup', () => {
    expect(readFlags(['--no-lookup'])!.hasLookup).toBe(false)
    expect(readFlags([])!.hasLookup).toBe(true)
  })

  it('disables pipeline schedules with --no-pipelines', () => {
    expect(readFlags(['--no-pipelines'])!.hasPipelines).toBe(false)
    expect(readFlags([])!.hasPipelines).toBe(true)
  })

  it('turns the flags for OAuth into options', () => {
    const off = ['--no-admin-oauth', '--no-device-flow', '--no-user-applications']
    const values = ['--oauth-seconds', '300', '--relative-url-root', '/git/lab']
    expect(readFlags([...off, ...values, '--fine-grained-tokens'])).toMatchObject({
      disableAdminOAuthScopes: true,
      hasDeviceFlow: false,
      userApplications: false,
      oauthLifetime: 300,
      relativeUrlRoot: '/git/lab',
      enforceFineGrainedTokens: true,
    })
    expect(readFlags([])).toMatchObject({
      disableAdminOAuthScopes: false,
      hasDeviceFlow: true,
      userApplications: true,
      oauthLifetime: 7200,
      relativeUrlRoot: '',
      enforceFineGrainedTokens: false,
    })
  })

  it.each(['--help', '-h'])('returns undefined for %s', (flag) => {
    expect(readFlags([flag])).toBeUndefined()
  })

  it.each([
    [['--users', '-1'], '--users'],
    [['--users', '1000001'], '--users is 1000001'],
    [['--flavor', 'vanilla'], '--flavor is vanilla'],
    [['--edition', 'ultimate'], '--edition is ultimate'],
    [['--version', '12'], '--version is 12'],
    [['--oauth-seconds', '7201'], '--oauth-seconds is 7201'],
    [['--relative-url-root', 'gitlab/'], '--relative-url-root is gitlab/'],
    [['--deletion-seconds', 'soon'], '--deletion-seconds is soon'],
    [['--time', '2026-02-29T12:00:00Z'], '--time is 2026-02-29T12:00:00Z'],
    [['--time', '2026-02-28T12:00:00'], '--time is 2026-02-28T12:00:00'],
    [['--time', '2026-02-28'], '--time is 2026-02-28'],
    [['--colour', 'red'], `Unknown option '--colour'. --help lists the flags.`],
    [['--port'], `Option '--port <value>' argument missing. --help lists the flags.`],
    [['9000'], `Unexpected argument '9000'. --help lists the flags.`],
    [['--fault', 'PUT /user'], 'The fault "PUT /user" is not of the form'],
  ])('rejects %j with a readable message', (flags, sentence) => {
    expect(() => readFlags(flags)).toThrow(sentence)
  })
})
