/** The POSIX shell command that derives the public key of a private key, whose path may start with `~`. */
export function publicKeyCommand(file: string): string {
  const path = quotedPath(file)
  return `ssh-keygen -y -f ${path} > ${path}.pub`
}

/** The command that sets the passphrase of a private key. */
export function passphraseCommand(path: string): string {
  return `ssh-keygen -p -f ${quotedPath(path)}`
}

function quotedPath(path: string): string {
  return path.split('/').map(quoted).join('/')
}

function quoted(part: string, at: number): string {
  const isPlain = (at === 0 && part === '~') || /^[\w.@%+=:,-]*$/.test(part)
  return isPlain ? part : `'${part.replaceAll("'", String.raw`'\''`)}'`
}
