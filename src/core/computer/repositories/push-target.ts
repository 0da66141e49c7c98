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

/** Whether a setting may determine where git pushes. */
export function isPushSetting(name: string): boolean {
  return /^(branch|remote|url)\./.test(name)
}

/** Whether the URLs follow from the settings alone: empty ones depend on git's version, and lost bytes on the value. */
export function isSurePush(settings: readonly Setting[]): boolean {
  return settings.every(
    ({ name, value }) =>
      !isPushSetting(name) || (value !== '' && !`${name}${value}`.includes('\ufffd')),
  )
}

/**
 * Where `git push` sends a branch, or HEAD if it's detached, as in git's `remote.c`; without a target, the first remote
 * there is. `push-target.test.ts` compares it with git.
 */
export function pushTarget(
  settings: readonly Setting[],
  branch: string | undefined,
): PushTarget | undefined {
  const { name, isNamed } = pushRemote(settings, branch)
  const urls = pushUrls(settings, name)
  if (urls.length > 0) return targetOf(settings, name, urls)
  // A setting may be a URL instead of a name.
  if (isNamed) return targetOf(settings, name, rewriteForPush(settings, [name]))
  const other = settings.find(({ name }) => /^remote\..+\.(push)?url$/s.test(name))
  const remote = other && remoteIn(other)
  return remote === undefined ? undefined : targetOf(settings, remote, pushUrls(settings, remote))
}

/** A repository may have thousands of URLs and rewritings; git would push to each. */
export const urlLimit = 20

/** A remote with URLs, which git passes to a helper if the remote has one (git-config(1), `remote.<name>.vcs`). */
export function targetOf(
  settings: readonly Setting[],
  name: string,
  urls: readonly string[],
): PushTarget {
  const helper = settings.findLast((setting) => setting.name === `remote.${name}.vcs`)?.value
  return {
    name,
    // guard: remote-helper
    urls: urls.map((url) => (helper === undefined ? url : `${helper}::${url}`)),
  }
}

/** The remote to which `git push` sends a branch, and whether a setting names it. */
export function pushRemote(
  settings: readonly Setting[],
  branch: string | undefined,
): { name: string; isNamed: boolean } {
  const last = (name: string) => settings.findLast((setting) => setting.name === name)?.value
  const ofBranch = (part: string) =>
    branch === undefined ? undefined : last(`branch.${branch}.${part}`)
  const named = ofBranch('pushremote') ?? last('remote.pushdefault') ?? ofBranch('remote')
  if (named !== undefined) return { name: named, isNamed: true }
  const remotes = new Set(settings.flatMap((setting) => remoteIn(setting) ?? []))
  const [first = 'origin', ...others] = remotes
  return { name: others.length === 0 ? first : 'origin', isNamed: false }
}

const remoteIn = ({ name }: Setting): string | undefined => /^remote\.(.+)\.[^.]+$/s.exec(name)?.[1]

function pushUrls(settings: readonly Setting[], remote: string): string[] {
  const own = valuesOf(settings, `remote.${remote}.pushurl`)
  if (own.length > 0) return own.map(rewriting(settings, 'insteadof'))
  return rewriteForPush(settings, valuesOf(settings, `remote.${remote}.url`))
}

/** URLs that `pushInsteadOf` applies to replace the others, and aren't rewritten further. */
function rewriteForPush(settings: readonly Setting[], urls: readonly string[]): string[] {
  const forPush = urls
    .map(rewriting(settings, 'pushinsteadof'))
    .filter((url, at) => url !== urls[at])
  return forPush.length > 0 ? forPush : urls.map(rewriting(settings, 'insteadof'))
}

/** All values up to a limit. Only since Git 2.46 does an empty one discard those before it. */
function valuesOf(settings: readonly Setting[], name: string): string[] {
  const values = settings.flatMap((setting) => (setting.name === name ? [setting.value] : []))
  // guard: url-count
  return values.filter(Boolean).slice(0, urlLimit)
}

/**
 * How URLs are rewritten (git-config(1), `url.<base>.insteadOf`): the longest prefix wins, or else the base that is
 * mentioned first.
 */
export function rewriting(
  settings: readonly Setting[],
  kind: 'insteadof' | 'pushinsteadof' = 'insteadof',
): (url: string) => string {
  const prefixes = new Map<string, string[]>()
  for (const { name, value } of settings) {
    const [, base, part] = /^url\.(.*)\.(insteadof|pushinsteadof)$/s.exec(name) ?? []
    if (base === undefined || part !== kind) continue
    const beginnings = prefixes.get(base)
    if (beginnings) beginnings.push(value)
    else prefixes.set(base, [value])
  }
  return (url) => {
    let longest: { base: string; beginning: string } | undefined
    for (const [base, beginnings] of prefixes) {
      for (const beginning of beginnings) {
        if (!url.startsWith(beginning)) continue
        if (!longest || beginning.length > longest.beginning.length) longest = { base, beginning }
      }
    }
    return longest ? longest.base + url.slice(longest.beginning.length) : url
  }
}
