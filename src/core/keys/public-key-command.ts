/** The command by which somebody makes the public key of a private one, whose file may be named with `~`, in a POSIX shell. */
export function publicKeyCommand(file: string): string {
  const path = file.split('/').map(quoted).join('/')
  return `ssh-keygen -y -f ${path} > ${path}.pub`
}

function quoted(part: string, at: number): string {
  const isPlain = (at === 0 && part === '~') || /^[\w.@%+=:,-]*$/.test(part)
  return isPlain ? part : `'${part.replaceAll("'", String.raw`'\''`)}'`
}
