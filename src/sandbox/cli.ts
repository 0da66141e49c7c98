import { parseArgs } from 'node:util'
import { flavours } from './flavours.ts'
import type { FlavourName } from './flavours.ts'
import { startSandbox } from './start.ts'

// Prints one line of JSON when ready: {"url", "tokens", "users"}. Ends cleanly on SIGINT and SIGTERM.
try {
  const sandbox = await startSandbox({ ...readFlags(), report: (error) => console.error(error) })
  const { url, tokens, users } = sandbox
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => sandbox.stop())
  console.log(JSON.stringify({ url, tokens, users }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string', default: ':memory:' },
      users: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      flavour: { type: 'string', default: 'interface' },
    },
  })
  return {
    port: wholeNumber('port', values.port, 65_535),
    data: values.data,
    users: wholeNumber('users', values.users, 1_000_000),
    seed: values.seed,
    flavour: flavourName(values.flavour),
  }
}

function wholeNumber(flag: string, text: string, limit: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= limit) return number
  throw new Error(
    `--${flag} is ${text}, which is no whole number up to ${limit}. Give one that is.`,
  )
}

function flavourName(text: string): FlavourName {
  if (Object.hasOwn(flavours, text)) return text as FlavourName
  throw new Error(
    `--flavour is ${text}, which is none. Give one of ${Object.keys(flavours).join(' and ')}.`,
  )
}
