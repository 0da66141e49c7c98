import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findCommand } from '../chromium.ts'
import { project, readBuilderConfig } from './config.ts'

const { appId, nsis } = readBuilderConfig()
const script = join(project, nsis!.include!)

/** The script with the context in which electron-builder includes it. */
const installer = `
!include LogicLib.nsh
Unicode true
Name Latchkey
RequestExecutionLevel user
!define APP_ID "${appId}"
Var appExe
Var isForceCurrentInstall
Var updated
!macro _isUpdated _a _b _t _f
  StrCmp $updated "yes" \`\${_t}\` \`\${_f}\`
!macroend
!define isUpdated \`"" isUpdated ""\`
!include "${script}"
Section
  !insertmacro customInstallMode
  StrCpy $appExe "$INSTDIR\\Latchkey.exe"
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section un.install
  StrCpy $updated "no"
  !insertmacro customUnInstall
SectionEnd
`

/** Compiles the script and returns the compiler’s output for each registry change. */
function compile(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-installer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'installer.nsi')
  writeFileSync(file, `OutFile "${join(folder, 'Latchkey.exe')}"${installer}`)
  const { status, stdout } = spawnSync('makensis', ['-WX', '-V4', file], { encoding: 'utf8' })
  expect(status, stdout).toBe(0)
  return stdout.split('\n').filter((line) => /^(Write|Delete)Reg/.test(line))
}

describe('the Windows installer', () => {
  const text = readFileSync(script, 'utf8')

  it('keeps the default programs for key files', () => {
    expect(text).toContain('OpenWithProgids')
    expect(text).not.toMatch(/WriteRegStr \w+ "Software\\Classes\\(\.|\$\{EXTENSION\}")/)
    const { fileAssociations, win } = readBuilderConfig()
    expect([fileAssociations, win!.fileAssociations]).toEqual([undefined, undefined])
  })

  it('installs only for the current user, whose entries it can remove', () => {
    const { perMachine, oneClick } = nsis!
    expect({ perMachine, oneClick }).toEqual({ perMachine: false, oneClick: false })
    expect(text).toMatch(
      /!macro customInstallMode\n {2}StrCpy \$isForceCurrentInstall "1"\n!macroend/,
    )
    const template = readFileSync(
      join(project, 'node_modules/app-builder-lib/templates/nsis/multiUserUi.nsh'),
      'utf8',
    )
    expect(template).toContain('!insertmacro customInstallMode')
    expect(template).toContain('${if} $isForceCurrentInstall == "1"')
  })

  it.runIf(findCommand('makensis'))('compiles, and removes everything it registered', () => {
    const changes = compile()
    const written = changes.filter((line) => line.startsWith('Write'))
    const deleted = changes.filter((line) => line.startsWith('Delete'))
    expect(written).toHaveLength(5)
    for (const place of [
      ...['.pub\\OpenWithProgids', '.asc\\OpenWithProgids', 'Classes\\Latchkey.PublicKey'],
      ...['Classes\\latchkey', 'Classes\\CLSID\\{', 'CurrentVersion\\Run'],
      'StartupApproved\\Run',
    ])
      expect(
        deleted.some((line) => line.includes(place)),
        place,
      ).toBe(true)
    expect(deleted.filter((line) => line.includes(appId!))).toHaveLength(2)
  })
})
