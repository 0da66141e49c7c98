// Compares computers in a process that has its own home folder.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createRandom } from '../../src/sandbox/seed/random.ts'
import { describeComputer, createComputer } from './computer.ts'
import { compareComputer } from './compare.ts'
import type { Difference } from './difference.ts'
import { startInstance } from './instance.ts'
import { knownDifferences } from './known-differences.ts'
import { startLatchkey } from './latchkey.ts'
import { foldersIn } from './own-home.ts'
import { run } from './programs.ts'

const [seed = '1', from = '0', count = '20', root = ''] = process.argv.slice(2)
const folders = foldersIn(root)
const agent = join(root, 'agent')
process.env.SSH_AUTH_SOCK = agent
const agentProcess = spawn('ssh-agent', ['-D', '-a', agent], { stdio: 'ignore' })
const began = performance.now()
const instance = await startInstance(folders)
const latchkey = await startLatchkey(folders, instance)
const seen = new Map<string, number>()
const verdicts = new Map<string, number>()
let different = 0
let hasKeys = false
console.log(`prepared in ${Math.round(performance.now() - began)} ms`)
try {
  for (let number = Number(from); number < Number(from) + Number(count); number += 1) {
    const computer = await createComputer({ seed, number, folders, instance, agent })
    if (hasKeys) await run('ssh-add', ['-D'])
    hasKeys = computer.inAgent.length > 0
    if (hasKeys) await run('ssh-add', computer.inAgent)
    const files = describeComputer(folders.home)
    const comparison = { instance, latchkey, home: folders.home, root, verdicts }
    const differences = await compareComputer(
      computer,
      comparison,
      createRandom(`${seed}/${number}/plan`),
    )
    for (const { aspect } of differences) seen.set(aspect, (seen.get(aspect) ?? 0) + 1)
    const news = differences.filter(({ aspect }) => !Object.hasOwn(knownDifferences, aspect))
    if (news.length > 0) {
      different += 1
      report(number, files, news)
    }
  }
} finally {
  await latchkey.close()
  await instance.stop()
  agentProcess.kill()
}
console.log(
  `${count} computers in ${Math.round(performance.now() - began)} ms`,
  Object.fromEntries(verdicts),
)
for (const [aspect, times] of seen) {
  const reason = knownDifferences[aspect]
  console.log(`${aspect}: ${times}${reason === undefined ? '' : ` (known: ${reason})`}`)
}
console.log(`${different} with differences`)
process.exit(different > 0 ? 1 : 0)

function report(number: number, files: string, differences: readonly Difference[]): void {
  const lines = differences.flatMap(({ aspect, path, says, does }) => [
    `--- ${aspect}${path === undefined ? '' : ` in ${path}`}`,
    `Latchkey says: ${JSON.stringify(says, undefined, 1)}`,
    `The program: ${JSON.stringify(does, undefined, 1)}`,
  ])
  // In one piece, because several processes print.
  const command = `npm run lab -- oracles --seed ${seed} --from ${number} --count 1`
  console.log([`\n=== ${command}`, files, ...lines].join('\n'))
}
