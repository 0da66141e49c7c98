// node bench/keys.ts: how fast 1,000 public key files are scanned, parsed, and hashed, compared with only reading and
// hashing the same files. The two take turns.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanFolder } from '../src/core/features/keys/ssh/scan.ts'
import { formatNumber, report } from './lib/result.ts'

const files = 1000
const rounds = 5

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const source = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
try {
  makeFiles()
  const best = { scan: Infinity, floor: Infinity }
  for (let round = 0; round < rounds; round += 1) {
    best.scan = Math.min(best.scan, await time(scan))
    best.floor = Math.min(best.floor, await time(readAndHash))
  }
  report('keys', {
    what: `${formatNumber(files)} public key files scanned and hashed, best of ${rounds} rounds`,
    value: best.scan,
    unit: 'ms',
    baseline: { name: 'readFile and SHA-256 of the same files', value: best.floor },
    atMost: 2,
  })
} finally {
  for (const path of [folder, source]) rmSync(path, { recursive: true })
}

function makeFiles(): void {
  const lines = ['ed25519', 'ecdsa', 'rsa'].map((type) => {
    const path = join(source, type)
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', path])
    return readFileSync(`${path}.pub`, 'utf8').trim()
  })
  for (let n = 0; n < files; n += 1) {
    writeFileSync(join(folder, `key-${n}.pub`), `${lines[n % lines.length]!} ada@laptop-${n}\n`)
  }
}

/** Returns how many milliseconds a run takes, which must process all files. */
async function time(run: () => Promise<number>): Promise<number> {
  const began = performance.now()
  const count = await run()
  const ms = performance.now() - began
  if (count !== files) throw new Error(`${run.name} processed ${count} of ${files} keys`)
  return ms
}

async function scan(): Promise<number> {
  let keys = 0
  for await (const row of scanFolder(folder, { displayName: folder }))
    if (row.kind === 'key') keys += 1
  return keys
}

/** The floor: hashes the decoded blob of each key, as for its fingerprint, but checks nothing. */
async function readAndHash(): Promise<number> {
  const names = await readdir(folder)
  const fingerprints = await Promise.all(
    names.map(async (name) => {
      const [, blob = ''] = (await readFile(join(folder, name), 'utf8')).split(' ')
      return createHash('sha256').update(blob, 'base64').digest('base64')
    }),
  )
  return fingerprints.length
}
