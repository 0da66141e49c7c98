import { parseArgs } from 'node:util'
import { z } from 'zod'
import { clockFrom } from './clock.ts'
import { faultKinds, parseFault } from './faults.ts'
import { editions, versions } from './features.ts'
import { type FlavorName, flavors } from './flavors.ts'
import type { SandboxOptions } from './start.ts'

/** Every flag with its sentence for `--help`. */
const flags = {
  port: {
    type: 'string',
    default: '0',
    placeholder: 'N',
    help: 'Listens there on 127.0.0.1; 0, the default, takes any free port.',
  },
  data: {
    type: 'string',
    default: ':memory:',
    placeholder: 'DIR',
    help: 'Keeps everything in that folder; :memory:, the default, forgets it at the end.',
  },
  users: {
    type: 'string',
    default: '200',
    placeholder: 'N',
    help: 'Invents so many people, 200 unless told, where the data is empty.',
  },
  seed: {
    type: 'string',
    default: '1',
    placeholder: 'TEXT',
    help: 'Decides who is invented, and the tokens: the same seed makes the same data.',
  },
  flavor: {
    type: 'string',
    default: 'interface',
    placeholder: 'NAME',
    help: 'Answers as the document says (interface, the default) or as GitLab does (gitlab).',
  },
  edition: {
    type: 'string',
    default: 'ee',
    placeholder: 'NAME',
    help: 'Knows what the Community Edition (ce) or the Enterprise Edition (ee, the default) knows.',
  },
  version: {
    type: 'string',
    default: '18',
    placeholder: 'N',
    help: `Knows what GitLab of that version knows: ${versions.join(', ')}; 18 unless told.`,
  },
  'admin-mode': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Asks of administrators’ tokens for the scope admin_mode as well.',
  },
  'lasting-tokens': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Lets tokens live without an end, as instances can be set to do.',
  },
  'no-token-list': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Lacks the list of personal access tokens, their rotation and revocation by ID, and the members of groups and projects.',
  },
  'deletion-seconds': {
    type: 'string',
    placeholder: 'N',
    help: 'Lets a deletion take so long; unless told, it happens in the next minute.',
  },
  'rate-limits': {
    type: 'boolean',
    default: false,
    placeholder: '',
    help: 'Refuses too many requests with 429, as a real service does.',
  },
  time: {
    type: 'string',
    placeholder: 'ISO',
    help: 'Starts the clock at this time, such as 2026-12-31T23:59:00Z, instead of the computer’s.',
  },
  fault: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    placeholder: "'METHOD PATH CALLS KIND'",
    help: 'Lets something go wrong; can be given several times, see below.',
  },
  help: {
    type: 'boolean',
    short: 'h',
    default: false,
    placeholder: '',
    help: 'Prints this and ends.',
  },
} as const

export const flagNames = Object.keys(flags)

/** Reads the command line; undefined where it asks for help. Throws with a sentence for a person. */
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

/** What `--help` prints. */
export function helpText(): string {
  return [
    'npm run sandbox -- [flags]',
    '',
    'Starts an accounts service with invented people and prints one line of JSON when it is ready:',
    '{"url", "tokens", "users"}. Links to confirm an address come on stderr, as "confirm: <url>".',
    '',
    ...Object.entries(flags).map(([name, { placeholder, help }]) =>
      helpEntry(`--${name} ${placeholder}`, help),
    ),
    '',
    'A fault says which calls it meets and what goes wrong then, for example',
    "--fault 'PUT /user/status 1 reset-after' or --fault 'GET /users/** 2+ latency=500'.",
    'METHOD is * for any. PATH is below /api/v4, with * for anything within a part and ** for anything.',
    'CALLS counts the calls that match: 2 is the second, 2+ the second and all after it, * each. KIND is one of:',
    '',
    ...Object.entries(faultKinds).map(([name, help]) => {
      const [, value = '', effect] = /^(=\S+)? ?(.*)$/.exec(help)!
      return helpEntry(name + value, `It ${effect}`)
    }),
  ].join('\n')
}

function helpEntry(name: string, help: string): string {
  return name.length < 18 ? `  ${name.padEnd(18)} ${help}` : `  ${name}\n  ${''.padEnd(18)} ${help}`
}

function parseWholeNumber(flag: string, text: string, limit: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= limit) return number
  throw new Error(
    `--${flag} is ${text}, which is no whole number up to ${limit}. Give one that is.`,
  )
}

/** Reads a date and time with an offset, so that it doesn’t depend on the computer’s time zone. */
function parseTime(flag: string, text: string): Date {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text)
  throw new Error(
    `--${flag} is ${text}, which is not a date and time with an offset. ` +
      'Write it like 2026-12-31T23:59:00Z or 2027-01-01T00:59:00+01:00.',
  )
}

function parseChoice<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === text)
  if (found !== undefined) return found
  throw new Error(`--${flag} is ${text}, which is none. Give one of ${choices.join(', ')}.`)
}
