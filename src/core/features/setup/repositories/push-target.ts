/** A git setting, by its name as git lists it. */
interface Setting {
  name: string
  value: string
}

/** The remote to which `git push` sends commits. */
export interface PushTarget {
  name: string
  /** In order; git pushes to each. Usually one. */
  urls: string[]
}

/**
 * Where `git push` sends a branch, or HEAD if it's detached, as in git's `remote.c`; without a target, the first remote
 * there is. `push-target.test.ts` compares it with git.
 */
export function pushTarget(
  settings: readonly Setting[],
  branch: string | undefined,
): PushTarget | undefined {
  const last = (name: string) => settings.findLast((setting) => setting.name === name)?.value
  const ofBranch = (part: string) =>
    branch === undefined ? undefined : last(`branch.${branch}.${part}`)
  const remotes = [
    ...new Set(settings.flatMap(({ name }) => /^remote\.(.+)\.[^.]+$/s.exec(name)?.[1] ?? [])),
  ]
  const named = ofBranch('pushremote') ?? last('remote.pushdefault') ?? ofBranch('remote')
  const [first = 'origin', ...others] = remotes
  const usual = others.length === 0 ? first : 'origin'
  const name = named ?? usual
  const urls = pushUrls(settings, name)
  if (urls.length > 0) return { name, urls }
  // A setting may be a URL instead of a name.
  if (named !== undefined) return { name, urls: rewriteForPush(settings, [named]) }
  return remotes
    .map((remote) => ({ name: remote, urls: pushUrls(settings, remote) }))
    .find((target) => target.urls.length > 0)
}

function pushUrls(settings: readonly Setting[], remote: string): string[] {
  const own = valuesOf(settings, `remote.${remote}.pushurl`)
  if (own.length > 0) return own.map((url) => rewriteUrl(url, settings))
  return rewriteForPush(settings, valuesOf(settings, `remote.${remote}.url`))
}

/** URLs that `pushInsteadOf` applies to replace the others, and aren't rewritten further. */
function rewriteForPush(settings: readonly Setting[], urls: readonly string[]): string[] {
  const forPush = urls
    .map((url) => rewriteUrl(url, settings, 'pushinsteadof'))
    .filter((url, at) => url !== urls[at])
  return forPush.length > 0 ? forPush : urls.map((url) => rewriteUrl(url, settings))
}

/** All values. An empty one discards those before it (Git 2.46). */
function valuesOf(settings: readonly Setting[], name: string): string[] {
  const values = settings.flatMap((setting) => (setting.name === name ? [setting.value] : []))
  return values.slice(values.lastIndexOf('') + 1)
}

/**
 * A URL after rewriting (git-config(1), `url.<base>.insteadOf`): the longest prefix wins, or else the base that is
 * mentioned first.
 */
export function rewriteUrl(
  url: string,
  settings: readonly Setting[],
  kind: 'insteadof' | 'pushinsteadof' = 'insteadof',
): string {
  const prefixes = new Map<string, string[]>()
  for (const { name, value } of settings) {
    const [, base, part] = /^url\.(.*)\.(insteadof|pushinsteadof)$/s.exec(name) ?? []
    if (base === undefined || part !== kind) continue
    prefixes.set(base, [...(prefixes.get(base) ?? []), value])
  }
  let longest: { base: string; beginning: string } | undefined
  for (const [base, beginnings] of prefixes) {
    for (const beginning of beginnings) {
      if (!url.startsWith(beginning)) continue
      if (!longest || beginning.length > longest.beginning.length) longest = { base, beginning }
    }
  }
  return longest ? longest.base + url.slice(longest.beginning.length) : url
}
