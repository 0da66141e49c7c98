/** The likely purpose of a key that isn't for this account: another host, a machine, or another signed-in account. */
export type KeyPurpose =
  | { kind: 'host'; name: string }
  | { kind: 'machine'; word: string }
  | { kind: 'account'; username: string; instance: string }

/** Guesses a key's purpose from its names: its comment, files and user IDs. */
export function guessKeyPurpose(names: readonly string[]): KeyPurpose | undefined {
  const words = names.flatMap(wordsOf)
  for (const [part, name] of Object.entries(otherHosts)) {
    if (words.some((word) => word.startsWith(part))) return { kind: 'host', name }
  }
  const machine = words.find(
    (word) => machineWords.has(word) || machineParts.some((part) => word.startsWith(part)),
  )
  return machine === undefined ? undefined : { kind: 'machine', word: machine }
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
    .filter(Boolean)
}
