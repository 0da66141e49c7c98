// node bench/keys.ts: how fast 1,000 public key files are scanned, parsed, and hashed, compared with a loop of
// `ssh-keygen -lf` over the same files. The loop is timed on a sample and scaled.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanFolder } from '../src/core/features/keys/ssh/scan.ts'
import { formatNumber, report } from './lib/result.ts'

const files = 1000
const sample = 200
const rounds = 5

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const source = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
try {
  makeFiles()
  report('keys', {
    what: `${formatNumber(files)} public key files scanned and hashed, best of ${rounds} rounds`,
    value: await measureScan(),
    unit: 'ms',
    baseline: { name: `loop of ssh-keygen -lf, scaled from ${sample} files`, value: measureLoop() },
    atMost: 0.02,
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

/** Scans all files, and returns how many milliseconds the best round took. */
async function measureScan(): Promise<number> {
  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    let keys = 0
    for await (const row of scanFolder(folder, { displayName: folder }))
      if (row.kind === 'key') keys += 1
    if (keys !== files) throw new Error(`found ${keys} of ${files} keys`)
    best = Math.min(best, performance.now() - began)
  }
  return best
}

/** Runs one process per file in a shell loop, and returns the milliseconds for all files. */
function measureLoop(): number {
  const loop = `i=0; while [ $i -lt ${sample} ]; do ssh-keygen -lf "$0/key-$i.pub"; i=$((i+1)); done >"$1"`
  const began = performance.now()
  execFileSync('sh', ['-c', loop, folder, join(source, 'out')])
  return ((performance.now() - began) / sample) * files
}
