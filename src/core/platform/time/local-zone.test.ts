import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { refreshLocalZone } from './local-zone.ts'

/** Gives a process its own `/etc`. */
const ownMounts = ['--user', '--map-root-user', '--mount']
const canMount = spawnSync('unshare', [...ownMounts, 'true']).status === 0

it.skipIf(!canMount)('follows time zone changes of the computer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-zone-'))
  const etc = join(folder, 'etc')
  cpSync('/etc/localtime', join(etc, 'localtime'), { verbatimSymlinks: true })
  const program = join(folder, 'travel.ts')
  writeFileSync(
    program,
    `import { rmSync, symlinkSync } from 'node:fs'
    import { refreshLocalZone } from '${pathToFileURL(join(import.meta.dirname, 'local-zone.ts')).href}'
    const hours = () => new Date(0).getHours() + new Date(0).getMinutes() / 60
    const there = []
    for (const zone of ['Asia/Kolkata', 'Asia/Tokyo']) {
      rmSync('/etc/localtime')
      symlinkSync('/usr/share/zoneinfo/' + zone, '/etc/localtime')
      refreshLocalZone()
      there.push(hours())
    }
    console.log(JSON.stringify(there))`,
  )
  const script = `mount --bind '${etc}' /etc && exec '${process.execPath}' '${program}'`
  const env = { ...process.env }
  delete env.TZ
  const output = execFileSync('unshare', [...ownMounts, 'sh', '-c', script], { env })
  expect(JSON.parse(output.toString())).toEqual([5.5, 9])
  rmSync(folder, { recursive: true })
})

it('keeps a time zone set for the process', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  refreshLocalZone()
  expect(new Date(0).getHours()).toBe(5)
  vi.unstubAllEnvs()
})
