/** The command that makes a machine the runner, ready for a shell. */
export function registerCommand(baseUrl: string, token: string): string {
  return `gitlab-runner register --url ${shellWord(baseUrl)} --token ${shellWord(token)}`
}

/** One word of a POSIX shell, so that nothing a service answers can become a second command. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./•-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
