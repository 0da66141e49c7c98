import { parseArgs } from 'node:util'
import { z } from 'zod'
import { clockFrom } from './clock.ts'
import { faultKinds, parseFault } from './faults.ts'
import { defaultVersion, editions, versions } from './features.ts'
import { type FlavorName, flavors } from './flavors.ts'
import type { SandboxOptions } from './start.ts'

/** All flags and their help text. */
const flags = {
  port: {
    type: 'string',
    default: '0',
    placeholder: 'N',
    help: 'Port on 127.0.0.1. Default: 0, any free port.',
  },
  data: {
    type: 'string',
    default: ':memory:',
    placeholder: 'DIR',
    help: 'Data folder. Default: :memory:, which is discarded on exit.',
  },
  users: {
    type: 'string',
    default: '200',
    placeholder: 'N',
    help: 'Number of users to create if the data is empty. Default: 200.',
  },
  seed: {
    type: 'string',
    default: '1',
    placeholder: 'TEXT',
    help: 'Seed for users and tokens: the same seed gives the same data.',
  },
  flavor: {
    type: 'string',
    default: 'interface',
    placeholder: 'NAME',
    help: 'Behaves as documented (interface, the default) or as GitLab does (gitlab).',
  },
  edition: {
    type: 'string',
    default: 'ee',
    placeholder: 'NAME',
    help: 'Simulates the Community Edition (ce) or the Enterprise Edition (ee, the default).',
  },
  version: {
    type: 'string',
    default: defaultVersion,
    placeholder: 'N',
    help: `Simulates this GitLab version: ${versions.join(', ')}. Default: ${defaultVersion}.`,
  },
  'admin-mode': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Also requires the scope admin_mode of administrators’ tokens.',
  },
  'lasting-tokens': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Allows tokens without an expiry date.',
  },
  'no-token-list': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Disables listing, rotating, and revoking personal access tokens by ID, and group and project members.',
  },
  'no-lookup': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Disables finding tokens by themselves and SSH keys by their fingerprint.',
  },
  'no-pipelines': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Disables pipeline schedules and the list of runners.',
  },
  'oauth-seconds': {
    type: 'string',
    default: '7200',
    placeholder: 'N',
    help: 'Lifetime of OAuth access tokens. Default: 7200.',
  },
  'no-admin-oauth': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Forbids administrators to authorize OAuth applications with the scope api and similar ones.',
  },
  'no-device-flow': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Disables OAuth for devices without a browser.',
  },
  'no-user-applications': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Disables users’ own OAuth applications.',
  },
  'fine-grained-tokens': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Rejects new personal access tokens that aren’t fine-grained.',
  },
  'relative-url-root': {
    type: 'string',
    default: '',
    placeholder: 'PATH',
    help: 'Path of the base URL, such as /gitlab.',
  },
  'deletion-seconds': {
    type: 'string',
    placeholder: 'N',
    help: 'Delay before users are deleted. Default: until the next full minute.',
  },
  'rate-limits': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Enforces GitLab’s rate limits with 429.',
  },
  time: {
    type: 'string',
    placeholder: 'ISO',
    help: 'Start time of the clock, such as 2026-12-31T23:59:00Z. Default: the computer’s time.',
  },
  fault: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    placeholder: "'METHOD PATH CALLS KIND'",
    help: 'Injects a fault. Repeatable; see below.',
  },
  help: {
    type: 'boolean',
    short: 'h',
    default: false,
    placeholder: '',
    help: 'Prints this help.',
  },
} as const

export const flagNames = Object.keys(flags)

/** Parses the command line. Returns undefined for --help. Throws an error with a readable message. */
export function readFlags(args: string[]): SandboxOptions | undefined {
  const { values } = parseFlags(args)
  if (values.help) return undefined
  const seconds = values['deletion-seconds']
  return {
    port: parseWholeNumber('port', values.port, 65_535),
    data: values.data,
    users: parseWholeNumber('users', values.users, 1_000_000),
    seed: values.seed,
    flavor: parseChoice('flavor', values.flavor, Object.keys(flavors) as FlavorName[]),
    edition: parseChoice('edition', values.edition, editions),
    version: parseChoice('version', values.version, versions),
    adminMode: values['admin-mode'],
    tokensExpire: !values['lasting-tokens'],
    hasTokenList: !values['no-token-list'],
    hasLookup: !values['no-lookup'],
    hasPipelines: !values['no-pipelines'],
    oauthLifetime: parseWholeNumber('oauth-seconds', values['oauth-seconds'], 7200),
    disableAdminOAuthScopes: values['no-admin-oauth'],
    hasDeviceFlow: !values['no-device-flow'],
    userApplications: !values['no-user-applications'],
    enforceFineGrainedTokens: values['fine-grained-tokens'],
    relativeUrlRoot: parseRoot('relative-url-root', values['relative-url-root']),
    ...(seconds === undefined
      ? {}
      : { deletionMs: parseWholeNumber('deletion-seconds', seconds, 86_400) * 1000 }),
    rateLimits: values['rate-limits'],
    ...(values.time === undefined ? {} : { now: clockFrom(parseTime('time', values.time)) }),
    faults: values.fault.map(parseFault),
  }
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ args, options: flags })
  } catch (error) {
    const [problem] = (error as Error).message.split('. ')
    throw new Error(`${problem}. --help lists the flags.`, { cause: error })
  }
}

/** The output of `--help`. */
export function helpText(): string {
  return [
    'npm run sandbox -- [flags]',
    '',
    'Starts a simulated GitLab instance with sample users and prints one line of JSON when ready:',
    '{"url", "tokens", "users"}. Confirmation links are printed to stderr as "confirm: <url>".',
    '',
    ...Object.entries(flags).map(([name, { placeholder, help }]) =>
      helpEntry(`--${name} ${placeholder}`, help),
    ),
    '',
    'A fault names the calls it applies to and what happens to them, for example',
    "--fault 'PUT /user/status 1 reset-after' or --fault 'GET /users/** 2+ latency=500'.",
    'METHOD can be *. PATH is relative to /api/v4; * matches within a segment, ** across segments.',
    'CALLS counts matching calls: 2 is the second, 2+ the second and later ones, * all. KIND is one of:',
    '',
    ...Object.entries(faultKinds).map(([name, help]) => {
      const [, value = '', effect] = /^(=\S+)? ?(.*)$/.exec(help)!
      return helpEntry(name + value, effect!)
    }),
  ].join('\n')
}

function helpEntry(name: string, help: string): string {
  return name.length < 18 ? `  ${name.padEnd(18)} ${help}` : `  ${name}\n  ${''.padEnd(18)} ${help}`
}

function parseWholeNumber(flag: string, text: string, limit: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= limit) return number
  throw new Error(`--${flag} is ${text}, but must be a whole number up to ${limit}.`)
}

/** Requires a UTC offset so the result doesn't depend on the computer's time zone. */
function parseTime(flag: string, text: string): Date {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text)
  throw new Error(
    `--${flag} is ${text}, but must be a date and time with a UTC offset. ` +
      'Examples: 2026-12-31T23:59:00Z, 2027-01-01T00:59:00+01:00.',
  )
}

function parseRoot(flag: string, text: string): string {
  if (/^(\/[\w.-]+)*$/.test(text)) return text
  throw new Error(`--${flag} is ${text}, but must be a path such as /gitlab.`)
}

function parseChoice<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === text)
  if (choice !== undefined) return choice
  throw new Error(`--${flag} is ${text}, but must be one of ${choices.join(', ')}.`)
}
