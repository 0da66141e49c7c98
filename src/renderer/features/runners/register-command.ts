/** The shell command that registers a machine as the runner. */
export function registerCommand(baseUrl: string, token: string): string {
  return `gitlab-runner register --url ${shellWord(baseUrl)} --token ${shellWord(token)}`
}

/** Quotes a word for POSIX shells, so data from GitLab can’t inject a command. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./•-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
