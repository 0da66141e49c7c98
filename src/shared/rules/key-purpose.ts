/** What a key seems to be for, if not for a person on GitLab: another host, or a machine. */
export type KeyPurpose = { kind: 'host'; name: string } | { kind: 'machine'; word: string }

/** Guesses it from the names of a key: its comment, its files, its user IDs. */
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

/** By the beginning of a word. */
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

/** Long enough not to begin a person's name. */
const machineParts = [
  'deploy',
  'jenkins',
  'ansible',
  'terraform',
  'circleci',
  'travisci',
  'vagrant',
]

/** The words of a name in lower case, without the digits around them: `id_ed25519_gitHubCI2` has the words github and ci. */
function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/git hub/gi, 'github')
    .replace(/bit bucket/gi, 'bitbucket')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
}
