import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '../../shared/messages/message.ts'
import { t } from '../../core/infra/messages.ts'
import { type Check, CheckFailed, CheckSkipped } from '../../core/self-test/run-checks.ts'

/** Electron's fuses in the order in which they stand in its binary, as `scripts/lib/fuses.ts` has the package set them. */
export const expectedFuses: readonly (readonly [name: string, isOn: boolean])[] = [
  ['runAsNode', false],
  ['enableCookieEncryption', true],
  ['enableNodeOptionsEnvironmentVariable', false],
  ['enableNodeCliInspectArguments', false],
  ['enableEmbeddedAsarIntegrityValidation', true],
  ['onlyLoadAppFromAsar', true],
  ['loadBrowserProcessSpecificV8Snapshot', false],
  ['grantFileProtocolExtraPrivileges', false],
]

/** Precedes the fuses. In two parts, so that this text itself is never taken for it. */
const fuseMarker = ['dL7pKGdnNz796PbbjQWNK', 'mHXBZaB9tsX'].join('')
const wireVersion = 1
const on = 0x31
const off = 0x30

/** Checks in Electron's binary that its fuses are set as in a package. */
export function fusesCheck(binary: string, isPackaged: boolean): Check {
  return {
    name: 'fuses',
    async run() {
      if (!isPackaged) throw new CheckSkipped(t('selfTest.fusesSkipped'))
      const wires = await readFuses(binary)
      if (wires.length === 0) throw new CheckFailed(t('selfTest.fusesNotFound'))
      const wrong = expectedFuses.flatMap(([name, isOn], nth) =>
        wires.every((wire) => wire[nth] === (isOn ? on : off))
          ? []
          : [message(isOn ? 'selfTest.fuseNotOn' : 'selfTest.fuseNotOff', { name })],
      )
      if (wrong.length > 0) throw new CheckFailed(t('selfTest.fusesWrong', { fuses: wrong }))
      return t('selfTest.fusesPassed', { count: expectedFuses.length })
    },
  }
}

/** Where the fuses are: on a Mac in the framework beside the small program that starts it. */
export function fusedBinary(platform: NodeJS.Platform, program: string): string {
  const framework = ['Electron', 'Framework'].join(' ')
  return platform === 'darwin'
    ? join(program, '../../Frameworks', `${framework}.framework`, framework)
    : program
}

const headBytes = fuseMarker.length + 2
const chunkBytes = 4 * 1024 * 1024

/** The fuses of every program in the file, which are two where it runs on both kinds of Mac. */
async function readFuses(file: string): Promise<Uint8Array[]> {
  const wires: Uint8Array[] = []
  const handle = await open(file)
  try {
    // Pieces overlap, so that what begins in one piece ends there too.
    const piece = Buffer.alloc(chunkBytes + headBytes + 255)
    for (let start = 0; ; start += chunkBytes) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, start)
      const read = piece.subarray(0, bytesRead)
      for (
        let at = read.indexOf(fuseMarker);
        at !== -1 && at < chunkBytes;
        at = read.indexOf(fuseMarker, at + 1)
      ) {
        const [version, length = 0] = read.subarray(at + fuseMarker.length)
        if (version !== wireVersion)
          throw new CheckFailed(t('selfTest.fusesNewVersion', { version: Number(version) }))
        wires.push(Uint8Array.from(read.subarray(at + headBytes, at + headBytes + length)))
      }
      if (bytesRead <= chunkBytes) return wires
    }
  } finally {
    await handle.close()
  }
}
