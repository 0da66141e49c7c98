import { join, resolve } from 'node:path'
import { currentTime } from '../shared/rules/clock.ts'
import { knownAccountsFile } from './accounts/computers.ts'
import { GpgProgram } from './features/keys/gpg/gpg-program.ts'
import { printIdentity } from './computer/repositories/whoami.ts'
import { homeFolder, localUserName } from './platform/home.ts'

interface WhoamiFlags {
  /** Defaults to the working folder. */
  folder?: string | undefined
  isJson: boolean
  dataFolder: string
  print(line: string): void
}

/** The `whoami [DIR]` command; returns the exit code. */
export function whoami({ folder = '.', isJson, dataFolder, print }: WhoamiFlags): Promise<number> {
  const home = homeFolder()
  const environment = { ...process.env, HOME: home }
  return printIdentity({
    folder: resolve(folder),
    isJson,
    survey: {
      home,
      environment,
      ssh: { environment, localUser: localUserName() },
      asksAgents: true,
      now: currentTime,
      findGpgSigningKey: (name, program) =>
        new GpgProgram({ environment, program }).findSigningKey(name),
    },
    accountsFile: join(dataFolder, knownAccountsFile),
    print,
  })
}
