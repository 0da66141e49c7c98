// Runs a sandbox with many tokens in a separate process: node sandbox-process.ts <folder> <users> <tokens>.
import { startSandbox } from '../../../../sandbox/start.ts'

/** How to reach the sandbox. */
export interface SandboxReport {
  url: string
  token: string
}

const [data, users, crowdTokens] = process.argv.slice(2) as [string, string, string]
const sandbox = await startSandbox({
  data,
  flavor: 'gitlab',
  users: Number(users),
  crowdTokens: Number(crowdTokens),
})
process.send?.({ url: sandbox.url, token: sandbox.tokens.admin } satisfies SandboxReport)
process.once('disconnect', () => process.exit())
