/** The likely purpose of a key that isn't for this account: another host, a machine, or another signed-in account. */
export type KeyPurpose =
  | { kind: 'host'; name: string }
  | { kind: 'machine'; word: string }
  | { kind: 'account'; username: string; instance: string }
  /** It has the name of another signed-in account. */
  | { kind: 'user'; username: string }

interface NamedAccount {
  username: string
  /** That of the instance. */
  host: string
}

/**
 * Guesses a key's purpose from its names: its comment, files and user IDs. Also compares them with the signed-in
 * accounts, if these are passed.
 */
export function guessKeyPurpose(
  names: readonly string[],
  accounts?: { own: NamedAccount; others: readonly NamedAccount[] },
): KeyPurpose | undefined {
  const words = names.flatMap(wordsOf)
  const ofOther = accounts && findOther(names, words, accounts)
  if (ofOther) return ofOther
  for (const [part, name] of Object.entries(otherHosts)) {
    if (words.some((word) => word.startsWith(part))) return { kind: 'host', name }
  }
  const machine = words.find(
    (word) => machineWords.has(word) || machineParts.some((part) => word.startsWith(part)),
  )
  return machine === undefined ? undefined : { kind: 'machine', word: machine }
}

function findOther(
  names: readonly string[],
  words: readonly string[],
  { own, others }: { own: NamedAccount; others: readonly NamedAccount[] },
): KeyPurpose | undefined {
  // Before an `@` is the user's name on a computer.
  const parts = names
    .map((name) =>
      name
        .toLowerCase()
        .split(/[\\/]/)
        .at(-1)!
        .replace(/\.pub$/, ''),
    )
    .flatMap((name) => (name.includes('@') ? [] : [name, ...name.split(/[\s_.]+/)]))
  for (const { username, host } of others) {
    if (
      username.toLowerCase() !== own.username.toLowerCase() &&
      parts.includes(username.toLowerCase())
    )
      return { kind: 'user', username }
    const labels = labelsOf(host).filter((label) => !labelsOf(own.host).includes(label))
    if (labels.some((label) => words.includes(label))) return { kind: 'host', name: host }
  }
  return undefined
}

/** The parts of a host's name that tell it from others. */
function labelsOf(host: string): string[] {
  const labels = host.replace(/:\d+$/, '').split('.').slice(0, -1)
  return labels.filter((label) => /^\p{L}{4,}$/u.test(label) && !/^git(lab|hub)?$/.test(label))
}

/** Matched at the start of a word. */
const otherHosts = {
  github: 'GitHub',
  bitbucket: 'Bitbucket',
  codeberg: 'Codeberg',
  gitea: 'Gitea',
  forgejo: 'Forgejo',
  sourcehut: 'SourceHut',
  gitee: 'Gitee',
  azure: 'Azure',
  heroku: 'Heroku',
}

const machineWords = new Set(['bot', 'bots', 'ci', 'cd', 'cicd', 'runner', 'robot', 'automation'])

/** These are long enough not to match the start of a person's name. */
const machineParts = [
  'deploy',
  'jenkins',
  'ansible',
  'terraform',
  'circleci',
  'travisci',
  'vagrant',
]

/**
 * A name's words in lower case, without adjacent digits. For example, `id_ed25519_gitHubCI2` contains the words github
 * and ci.
 */
function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/git hub/gi, 'github')
    .replace(/bit bucket/gi, 'bitbucket')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
}
