import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import { groups, projects } from '../../../shared/gitlab/groups.ts'
import type { ReviewSizes } from '../../../shared/rules/review.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import { countTokenPages } from './token-list.ts'

/** The sizes of the lists that a review reads, of the instance or of a group. */
export async function readSizes(
  gitlab: Pick<GitLabClient, 'page'>,
  group: number | undefined,
): Promise<Omit<ReviewSizes, 'users'>> {
  const inside = { include_subgroups: true, with_shared: false } as const
  const [tokenPages, groupCount, projectCount] =
    group === undefined
      ? [
          await countTokenPages(gitlab),
          await countEntries(gitlab, groups.list, { all_available: true }),
          await countEntries(gitlab, projects.list, {}),
        ]
      : [
          await countTokenPages(gitlab),
          await countEntries(gitlab, groups.listDescendants, { id: group }),
          await countEntries(gitlab, groups.listProjects, { id: group, ...inside }),
        ]
  const isInside = group !== undefined && groupCount !== null
  return {
    tokenPages,
    groups: isInside ? groupCount + 1 : groupCount,
    projects: projectCount,
  }
}

/** The number of a list's entries: 0 if the instance has no such list, null if it isn't reported. */
async function countEntries(
  { page }: Pick<GitLabClient, 'page'>,
  endpoint: AnyEndpoint,
  input: object,
): Promise<number | null> {
  try {
    const { items, skipped = 0, next, total } = await page(endpoint, input)
    return total ?? (next === undefined ? items.length + skipped : null)
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return 0
    throw error
  }
}
