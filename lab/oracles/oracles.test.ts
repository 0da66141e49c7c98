import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canReplaceHome } from './own-home.ts'

describe.runIf(process.platform === 'linux' && canReplaceHome())('the oracles', () => {
  it('find no difference between Latchkey and the programs on 4 computers', async () => {
    const program = join(import.meta.dirname, '../index.ts')
    const options = ['oracles', '--count', '4', '--seed', 'test']
    const child = spawn(process.execPath, [program, ...options], { stdio: 'pipe' })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    expect(stdout + stderr).not.toMatch(/^[1-9]\d* with differences/m)
    // Otherwise, the computers would be too similar.
    for (const verdict of ['verified', 'not-verified', 'unknown'])
      expect(stdout).toMatch(new RegExp(`'?${verdict}'?: [1-9]`))
    expect(code).toBe(0)
  })
})
