import { type MaybeRefOrGetter, type Ref, computed, toValue } from 'vue'
import { formatCount, t } from '../../ui/messages.ts'

interface FacetChoice<Id extends string> {
  id: Id
  label: string
  /** Explains what it matches. */
  title?: string | undefined
}

interface FacetOptions<Id extends string> {
  choices: MaybeRefOrGetter<readonly FacetChoice<Id>[]>
  /** The filters that are on. */
  chosen: Ref<readonly Id[]>
  /** How many rows match each filter; undefined until known. */
  counts: () => Partial<Record<Id, number>> | undefined
}

type Facet = ReturnType<typeof createFacet>

/** Filters of one kind, such as decisions. Their IDs must be unique across all kinds of a list. */
export function createFacet<Id extends string>({ choices, chosen, counts }: FacetOptions<Id>) {
  return {
    list: () =>
      toValue(choices).map((choice) => ({
        ...choice,
        isOn: chosen.value.includes(choice.id),
        count: counts()?.[choice.id],
      })),
    set(isOn: (id: string) => boolean) {
      chosen.value = toValue(choices)
        .map(({ id }) => id)
        .filter(isOn)
    },
  }
}

/** The views and chips of a list’s filters. A view is one filter; those without matches are left out unless they’re on. */
export function useFacets(facets: readonly Facet[]) {
  const all = computed(() => facets.flatMap((facet) => facet.list()))
  const on = computed(() => all.value.filter(({ isOn }) => isOn))
  function set(next: (id: string) => boolean) {
    for (const facet of facets) facet.set(next)
  }

  return {
    count: computed(() => on.value.length),
    views: computed(() => [
      { id: '', label: t('bulk.all'), isOpen: on.value.length === 0 },
      ...all.value
        .filter((filter) => filter.isOn || filter.count)
        .map(({ id, label, title, count, isOn: isOpen }) => ({
          id,
          label,
          ...(title !== undefined && { title }),
          count: formatCount(count),
          isOpen: isOpen && on.value.length === 1,
        })),
    ]),
    chips: computed(() =>
      on.value.length < 2 ? [] : on.value.map(({ id, label }) => ({ key: id, label })),
    ),
    open: (view: string) => set((id) => id === view),
    remove(chip: string) {
      const others = on.value.map(({ id }) => id).filter((id) => id !== chip)
      set((id) => others.includes(id))
    },
    reset: () => set(() => false),
  }
}
