import { createSSRApp, h, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { readsKey } from '../bridge/reads.ts'
import LastUpdated from './LastUpdated.vue'

it.each([
  [false, /(?<!parts )updated /i],
  [true, /Some parts updated /],
])(
  'says whether the time applies to the whole screen (missing part: %s)',
  async (isMissing, text) => {
    const app = createSSRApp({ render: () => h(LastUpdated, { loading: false }) })
    app.provide(readsKey, {
      ages: [ref({ asOf: 1 })],
      skipped: [],
      missing: [ref(isMissing)],
      lastUpdatedCount: ref(0),
    })
    expect(await renderToString(app)).toMatch(text)
  },
)
