import type { Random } from '../../src/sandbox/seed/random.ts'
import type { Instance } from './instance.ts'
import type { GpgHome } from './gpg-homes.ts'
import type { Setting } from './settings.ts'
import type { OwnSshKey } from './ssh-files.ts'

/** The keys of a computer, and how it is set up. */
export interface OwnKeys {
  home: string
  /** Whether most of it is right, so that commits can be verified. */
  isTidy: boolean
  ssh: OwnSshKey[]
  gpg: GpgHome
}

const names = [
  'Maya Lindqvist',
  'Maya',
  ' Maya  Lindqvist. ',
  'M"aya',
  'Maya <at work>',
  'Máya, L.',
  '',
]

/** Author and committer settings of one file. */
export function identitySettings(
  { emails }: Instance,
  { isTidy }: OwnKeys,
  random: Random,
): Setting[] {
  const settings: Setting[] = []
  const add = (chance: number, name: string, value: () => string | undefined) => {
    if (random.chance(chance)) settings.push([name, value()])
  }
  const email = () => {
    const chosen = random.chance(isTidy ? 0.9 : 0.4) ? emails[0]! : random.pick(emails)
    return random.chance(isTidy ? 0.98 : 0.9)
      ? chosen
      : random.pick([`<${chosen}>`, ` ${chosen} `, `${chosen}.`, ''])
  }
  const name = () => (random.chance(isTidy ? 0.95 : 0.7) ? names[0]! : random.pick(names))
  add(isTidy ? 1 : 0.85, 'user.name', name)
  add(isTidy ? 1 : 0.85, 'user.email', email)
  for (const role of ['author', 'committer']) {
    add(isTidy ? 0.02 : 0.08, `${role}.name`, name)
    add(isTidy ? 0.02 : 0.1, `${role}.email`, email)
  }
  add(0.05, 'user.useConfigOnly', () => 'true')
  return settings
}

const yes = ['true', 'yes', 'on', '1', 'TRUE', '2k', undefined]
const no = ['false', 'no', 'off', '0', '']

/** Settings that sign commits, or don’t. */
export function signingSettings(keys: OwnKeys, random: Random): Setting[] {
  const settings: Setting[] = []
  const isOn = random.chance(keys.isTidy ? 1 : 0.8)
  if (isOn || random.chance(0.3))
    settings.push(['commit.gpgSign', isOn ? pickUsual(yes, random) : random.pick(no)])
  const isSsh = keys.ssh.length > 0 && random.chance(0.5)
  if (isSsh) settings.push(['gpg.format', 'ssh'])
  else if (random.chance(0.15))
    settings.push(['gpg.format', random.pick(['openpgp', 'openpgp', 'x509'])])
  const key = isSsh ? sshSigningKey(keys, random) : gpgSigningKey(keys, random)
  if (key !== undefined) settings.push(['user.signingKey', key])
  return settings
}

const pickUsual = <T>(choices: readonly T[], random: Random) =>
  random.chance(0.7) ? choices[0] : random.pick(choices)

/** Settings with values that git refuses, unless it never reads them (git-config(1)). */
const refusedSettings: Setting[] = [
  ['commit.gpgSign', 'bogus'],
  ['commit.cleanup', 'bogus'],
  ['commit.template', undefined],
  ['push.default', 'bogus'],
  ['push.followTags', 'bogus'],
  ['user.useConfigOnly', 'bogus'],
  ['user.signingKey', undefined],
  ['user.email', undefined],
  ['committer.name', undefined],
  ['gpg.minTrustLevel', 'bogus'],
  ['gpg.format', 'SSH'],
  ['gpg.program', undefined],
  ['core.commentChar', 'ab'],
  ['core.compression', '99'],
  ['core.excludesFile', '~nobody-here/ignored'],
  ['color.status.added', 'bogus'],
  ['remote.pushDefault', undefined],
  ['pull.rebase', 'bogus'],
]

/** A setting that git may refuse, which a later one may override. */
export function refusedSetting(random: Random): Setting[] {
  return random.chance(0.02) ? [random.pick(refusedSettings)] : []
}

/** The ways to name an SSH key (git-config(1), `user.signingKey`). */
function sshSigningKey({ home: folder, isTidy, ssh }: OwnKeys, random: Random): string | undefined {
  const onAccount = ssh.filter(({ key }) => key.usage?.endsWith('signing') && key.on === 'first')
  const { key, file } = random.pick(isTidy && onAccount.length > 0 ? onAccount : ssh)
  const home = file.replace(folder, '~')
  if (isTidy && random.chance(0.8)) return random.pick([`${home}.pub`, key.publicKey])
  return random.pick([
    ...[`${file}.pub`, `${home}.pub`, `${home}.pub`, file, home],
    ...[`key::${key.publicKey}`, key.publicKey, '~/.ssh/missing.pub', undefined],
  ])
}

/** The ways to name a GPG key (gpg(1), “How to specify a user ID”). */
function gpgSigningKey({ isTidy, gpg }: OwnKeys, random: Random): string | undefined {
  const { fingerprints, userId } = isTidy ? gpg.keys[0]! : random.pick(gpg.keys)
  const [primary = ''] = fingerprints
  if (isTidy && random.chance(0.8)) return primary
  const part = random.pick(fingerprints)
  const address = /<(.*)>/.exec(userId)![1]!
  return random.pick([
    ...[undefined, undefined, primary, primary, `${primary}!`],
    ...[
      part,
      `${part}!`,
      `${part}!`,
      part.slice(-16),
      `0x${part.slice(-16)}`,
      `${part.slice(-16)}!`,
    ],
    ...[part.slice(-8), part.toLowerCase(), primary.replace(/.{4}/g, '$& ').trim()],
    ...[address, `<${address}>`, userId, `=${userId}`, 'nobody@nowhere.example', ''],
  ])
}
