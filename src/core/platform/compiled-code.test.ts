import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../testing/folder.ts'

/** Starts a program that caches its code below `home`, then deletes the cache while it runs. */
function cacheAndForget(home: string, keepsOther: boolean): void {
  const { NODE_COMPILE_CACHE: _, XDG_CACHE_HOME: __, ...env } = process.env
  const module = JSON.stringify(join(import.meta.dirname, 'compiled-code.ts'))
  const other = join(home, '.cache/Latchkey/other')
  const code = `const { codeFolder, forgetCompiledCode, keepCompiledCode } = await import(${module});
    const folder = codeFolder('linux', {}, ${JSON.stringify(home)});
    keepCompiledCode(folder)
    await import(${JSON.stringify(join(import.meta.dirname, 'events.ts'))});
    ${keepsOther ? `(await import('node:fs')).writeFileSync(${JSON.stringify(other)}, '')` : ''}
    forgetCompiledCode(folder)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
}

describe.skipIf(process.platform === 'win32')('forgetCompiledCode', () => {
  it('leaves nothing, even though the program is still running', () => {
    const home = testFolder()
    cacheAndForget(home, false)
    expect(existsSync(join(home, '.cache'))).toBe(true)
    expect(existsSync(join(home, '.cache/Latchkey'))).toBe(false)
  })

  it('keeps what else is in the folder of caches', () => {
    const home = testFolder()
    cacheAndForget(home, true)
    expect(existsSync(join(home, '.cache/Latchkey/code'))).toBe(false)
    expect(existsSync(join(home, '.cache/Latchkey/other'))).toBe(true)
  })
})
