// Compares what Latchkey says about synthetic computers with what git, ssh, and gpg do on them. See README.md.
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
  const command = [process.execPath, program, values.seed, values.from, values.count]
  process.exitCode = await runWithOwnHome(command, {})
} else {
  console.error('This computer doesn’t allow mount namespaces, which "unshare" creates.')
  process.exitCode = 1
}
