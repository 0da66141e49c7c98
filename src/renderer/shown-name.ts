/** What a person is called: by the name, or by the username where no sign of the name can be seen. */
export function shownName({ name, username }: { name: string; username: string }): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : username
}
