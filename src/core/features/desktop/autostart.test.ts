import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { autostartFile, setAutostart } from './autostart.ts'

let home: string
let file: string
beforeEach(() => {
  home = testFolder()
  file = autostartFile(home, {})
})
const lines = () => readFileSync(file, 'utf8').split('\n')

describe('autostart entry', () => {
  it('is written to the folder that desktops read', () => {
    expect(file).toBe(join(home, '.config/autostart/latchkey.desktop'))
    expect(autostartFile(home, { XDG_CONFIG_HOME: 'settings' })).toBe(file)
    expect(autostartFile(home, { XDG_CONFIG_HOME: '/settings' })).toBe(
      '/settings/autostart/latchkey.desktop',
    )
  })

  it('starts the program hidden, and does nothing once the program is removed', () => {
    setAutostart(file, '/opt/Latchkey/latchkey')
    expect(lines()).toEqual([
      ...['[Desktop Entry]', 'Type=Application', 'Name=Latchkey', 'Icon=latchkey'],
      ...['TryExec=/opt/Latchkey/latchkey', 'Exec="/opt/Latchkey/latchkey" --hidden', ''],
    ])
    expect(readdirSync(dirname(file))).toEqual(['latchkey.desktop'])
  })

  it('quotes paths as the specification requires', () => {
    setAutostart(file, '/home/ada/My $apps/100%/a"b\\c.AppImage')
    expect(lines()).toContain(
      'Exec="/home/ada/My \\\\$apps/100%%/a\\\\"b\\\\\\\\c.AppImage" --hidden',
    )
    expect(lines()).toContain('TryExec=/home/ada/My $apps/100%/a"b\\\\c.AppImage')
  })

  it('remains disabled by the desktop until it starts another program', () => {
    setAutostart(file, '/opt/Latchkey/latchkey')
    writeFileSync(file, `${readFileSync(file, 'utf8')}Hidden=true\n`)
    setAutostart(file, '/opt/Latchkey/latchkey')
    expect(lines()).toContain('Hidden=true')
    setAutostart(file, '/home/ada/Latchkey.AppImage')
    expect(lines()).not.toContain('Hidden=true')
    expect(lines()).toContain('Exec="/home/ada/Latchkey.AppImage" --hidden')
  })

  it("leaves a user's custom entry alone until autostart is turned on", () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '[Desktop Entry]\nExec=/opt/Latchkey/latchkey %U\n')
    setAutostart(file, undefined)
    expect(lines()).toContain('Exec=/opt/Latchkey/latchkey %U')
    setAutostart(file, '/opt/Latchkey/latchkey')
    expect(lines()).toContain('Exec="/opt/Latchkey/latchkey" --hidden')
  })

  it('is removed without affecting anything else', () => {
    setAutostart(file, undefined)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(join(dirname(file), 'other.desktop'), '')
    setAutostart(file, '/opt/Latchkey/latchkey')
    setAutostart(file, undefined)
    expect(readdirSync(dirname(file))).toEqual(['other.desktop'])
  })
})
