import type { AttentionEntry } from './attention-messages.ts'

type Place = Pick<AttentionEntry, 'key' | 'tone'>

const tones: readonly Place['tone'][] = ['urgent', 'waiting', 'soon', 'quiet']

/** Orders rows: each keeps its place even while it is absent, and new ones are added after the others of their tone. */
export function addPlaces(before: readonly Place[], rows: readonly Place[]): Place[] {
  const places = [...before]
  for (const { key, tone } of rows) {
    if (places.some((place) => place.key === key)) continue
    const at = places.findIndex((place) => tones.indexOf(place.tone) > tones.indexOf(tone))
    places.splice(at === -1 ? places.length : at, 0, { key, tone })
  }
  return places
}
