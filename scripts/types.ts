// Type-checks every world by its own tsconfig, and then the tests, scripts and configuration.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const projects = ['shared', 'core', 'sandbox', 'serve', 'main', 'preload', 'renderer']
  .map((world) => `src/${world}`)
  .concat('.')

async function check(project: string): Promise<boolean> {
  const compiler = spawn(`vue-tsc --noEmit -p ${project}`, { stdio: 'inherit', shell: true })
  const [code] = await once(compiler, 'exit')
  if (code !== 0) console.error(`types: ${project} has errors`)
  return code === 0
}

const remaining = [...projects]
const results: boolean[] = []
// Two at a time: one compiler keeps a core busy.
await Promise.all(
  [1, 2].map(async () => {
    for (let project = remaining.shift(); project; project = remaining.shift()) {
      results.push(await check(project))
    }
  }),
)
process.exitCode = results.every(Boolean) ? 0 : 1
