import { helpText, readFlags } from './flags.ts'
import { type SandboxOptions, startSandbox } from './start.ts'

// Don't exit when stdout is closed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

try {
  const options = readFlags(process.argv.slice(2))
  if (options) await start(options)
  else console.log(helpText())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Prints one line of JSON when ready: {"url", "tokens", "users"}. Exits cleanly on SIGINT and SIGTERM. */
async function start(options: SandboxOptions): Promise<void> {
  const { url, tokens, users, stop } = await startSandbox({
    ...options,
    report: (error) => console.error(error),
    mail: ({ link }) => console.error(`confirm: ${link}`),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  console.log(JSON.stringify({ url, tokens, users }))
}
