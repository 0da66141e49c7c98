// Attacks the built browser host from outside and reports successful attacks. With --quick, runs only a few
// attacks of each kind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attackWithDataFolders } from './data-folders.ts'
import { countDetectedAttacks } from './canary.ts'
import { attackWithKeys, attackWithRequests, attackWithResponses } from './groups.ts'
import type { Outcome } from './watch.ts'
import { maxMemory } from './watch.ts'

const isQuick = process.argv.includes('--quick')
const root = mkdtempSync(join(tmpdir(), 'latchkey-attack-'))
const began = performance.now()
const outcomes: Outcome[] = []
const place = { root, count: isQuick ? 20 : undefined }

const { sent, detected } = await countDetectedAttacks(isQuick ? 100 : undefined)
console.log(`The judge noticed ${detected} of ${sent} requests that an open server accepted.`)
try {
  for (const attack of [
    attackWithRequests,
    attackWithResponses,
    attackWithKeys,
    attackWithDataFolders,
  ]) {
    const outcome = await attack(place)
    outcomes.push(outcome)
    for (const { attack, what } of outcome.findings) console.log(`IN  ${attack}: ${what}`)
  }
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}

const total = (value: (outcome: Outcome) => number) =>
  outcomes.reduce((sum, outcome) => sum + value(outcome), 0)
console.table(
  outcomes.map(({ group, attacks, findings, memory, slowestMs }) => ({
    group,
    attacks,
    in: findings.length,
    'peak memory (MiB)': Math.round(memory),
    'slowest answer (ms)': Math.round(slowestMs),
  })),
)
const counts = outcomes.map(({ group, attacks }) => `${attacks} through ${group}`).join(', ')
const found = total(({ findings }) => findings.length)
const memory = Math.round(Math.max(...outcomes.map((outcome) => outcome.memory)))
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(
  `proof: attack: ${counts}; ${found} got in, host up, at most ${memory} MiB of ${maxMemory}; ${detected} of ${sent} noticed against a server that accepts everything (${seconds} s)`,
)
process.exit(found === 0 && detected === sent ? 0 : 1)
