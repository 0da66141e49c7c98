// Compares what Latchkey says about synthetic computers with what git, ssh, and gpg do on them. See README.md.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { canReplaceHome, runWithOwnHome } from './own-home.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
})
if (canReplaceHome()) {
  const program = join(import.meta.dirname, 'run.ts')
  const [from, count] = [Number(values.from), Number(values.count)]
  // Each has its own home folder. Preparing one takes as long as several computers.
  const processes = Math.min(availableParallelism(), 4, Math.ceil(count / 10))
  const share = Math.ceil(count / processes)
  const runs = Array.from({ length: processes }, (_, at) => {
    const numbers = [from + at * share, Math.min(share, count - at * share)].map(String)
    return runWithOwnHome([process.execPath, program, values.seed, ...numbers], {})
  })
  process.exitCode = Math.max(...(await Promise.all(runs)))
} else {
  console.error('This computer doesn’t allow mount namespaces, which "unshare" creates.')
  process.exitCode = 1
}
