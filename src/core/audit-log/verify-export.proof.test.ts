import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { type Random, createRandom } from '../../sandbox/seed/random.ts'
import { AuditLog } from './audit-log.ts'
import { auditLogTable } from './schema.ts'
import { type Verdict, readHead, verifyCsvExport, verifyJsonExport } from './verify-export.ts'

// Random logs, each damaged in one way: in the exported file, or in the database before the export. A log that only
// lost its newest entries passes as intact, so its last hash must be compared with an earlier export's.

const logs = process.env.LATCHKEY_PROOF === 'full' ? 1000 : 40

const instance = 'https://accounts.example.com'
const me = { instance, id: 1 }
const sampleStrings = [
  'Spam',
  '=1+1;2',
  'two\r\nlines',
  '"quoted", with comma',
  'żółć 🙂',
  '\ud800',
  '',
  '}]',
]

function fill(random: Random): { database: DatabaseSync; auditLog: AuditLog } {
  const database = new DatabaseSync(':memory:')
  database.exec(auditLogTable)
  let now = 1_790_000_000_000
  const auditLog = new AuditLog({ database, now: () => (now += random.below(5000)) })
  const count = 3 + random.below(20)
  for (let nth = 0; nth < count; nth += 1) {
    const text = () => (random.chance(0.5) ? random.pick(sampleStrings) : undefined)
    auditLog.add({
      instance,
      actor: { id: 1, username: 'ines' },
      action: random.pick(['block', 'ban', 'users.modify', 'sshKeys.removeOf']),
      target: random.chance(0.8) ? { id: random.below(50), username: 'piotr' } : undefined,
      object: text(),
      changes: random.chance(0.5) ? [{ field: 'note', before: text(), after: text() }] : [],
      run: random.chance(0.5) ? 1 + random.below(4) : undefined,
      reason: text(),
      outcome: random.pick(['done', 'refused', 'unknown']),
      answer: text(),
    })
  }
  return { database, auditLog }
}

type Format = 'csv' | 'json'
const lineEnds = { csv: /(?<=[0-9a-f]{64}\r\n|,hash\r\n)/, json: /(?<=\n)/ }

async function verify([file, beside]: readonly { text: string }[]): Promise<Verdict | undefined> {
  const { text } = file!
  return beside ? await verifyCsvExport(text, readHead(beside.text)!) : await verifyJsonExport(text)
}

function isDamaged(verdict: Verdict | undefined): boolean {
  if (!verdict) return true
  const { damagedLines, isComplete, isRewritten } = verdict
  return damagedLines.length > 0 || !isComplete || isRewritten
}

/** Ways to damage the file. Each returns the changed text. */
const damages: Record<string, (text: string, format: Format, random: Random) => string> = {
  'flipped byte': (text, _, random) => {
    const bytes = Buffer.from(text)
    bytes[random.below(bytes.length)]! ^= 1 + random.below(255)
    return bytes.toString()
  },
  'deleted line': (text, format, random) => {
    const lines = text.split(lineEnds[format])
    return lines.toSpliced(random.below(lines.length), 1).join('')
  },
  'two lines reordered': (text, format, random) => {
    const lines = text.split(lineEnds[format])
    const [one, other] = [1 + random.below(lines.length - 2), 1 + random.below(lines.length - 3)]
    const second = other >= one ? other + 1 : other
    return lines.with(one, lines[second]!).with(second, lines[one]!).join('')
  },
  'cut end': (text, _, random) =>
    Buffer.from(text).subarray(0, random.below(text.length)).toString(),
}

/** Ways to damage the database, by accident or with a database tool. */
const accidents: Record<string, (database: DatabaseSync, id: number) => void> = {
  'changed value': (database, id) =>
    void database.prepare(`UPDATE audit_log SET actor = 'inez' WHERE id = ?`).run(id),
  'deleted row': (database, id) =>
    void database.prepare('DELETE FROM audit_log WHERE id = ?').run(id),
  'two rows swapped': (database, id) =>
    database.exec(`UPDATE audit_log SET id = -1 WHERE id = ${id};
      UPDATE audit_log SET id = ${id} WHERE id = ${id + 1};
      UPDATE audit_log SET id = ${id + 1} WHERE id = -1`),
}

it(`detects damage in ${logs} random logs, each damaged in ${Object.keys(damages).length + Object.keys(accidents).length + 1} ways`, async () => {
  const detected: Record<string, number> = {}
  const count = (name: string, isDetected: boolean) =>
    (detected[name] = (detected[name] ?? 0) + Number(isDetected))
  for (let seed = 0; seed < logs; seed += 1) {
    const random = createRandom(`audit log ${seed}`)
    const { database, auditLog } = fill(random)
    const format = random.pick(['csv', 'json'] as const)
    const exported = () => auditLog.export(me, { filter: {}, format })
    const { files, lastHash } = exported()
    const { text } = files[0]!
    const intactVerdict = await verify(files)
    expect(intactVerdict).toMatchObject({ lastHash, isComplete: true, isRewritten: false })
    expect(isDamaged(intactVerdict)).toBe(false)
    for (const [name, damage] of Object.entries(damages)) {
      const damaged = damage(text, format, random)
      expect(damaged, `${name} of log ${seed}`).not.toBe(text)
      count(name, isDamaged(await verify([{ text: damaged }, ...files.slice(1)])))
    }
    const entries = intactVerdict!.entries
    for (const [name, damage] of Object.entries(accidents)) {
      database.exec('SAVEPOINT before')
      damage(database, 1 + random.below(entries - 1))
      count(name, isDamaged(await verify(exported().files)))
      database.exec('ROLLBACK TO before')
    }
    database.prepare('DELETE FROM audit_log WHERE id > ?').run(entries - 1 - random.below(entries))
    const shorter = await verify(exported().files)
    expect(isDamaged(shorter)).toBe(false)
    count('newest rows deleted, by the last hash kept elsewhere', shorter!.lastHash !== lastHash)
    database.close()
  }
  const detectionCounts = Object.entries(detected).map(
    ([name, times]) => `${name} ${times} of ${logs}`,
  )
  console.log(
    `\nproof: audit log, hash chain, ${logs} random logs: ${detectionCounts.join(', ')} detected`,
  )
  expect(new Set(Object.values(detected))).toEqual(new Set([logs]))
})
