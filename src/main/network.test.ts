import { vi } from 'vitest'
import { describeFetch } from '../core/network/testing/fetch-suite.ts'
import { chromiumFetch } from './network.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

describeFetch(
  'the fetch of Electron’s host',
  chromiumFetch({ apply: () => undefined, onChange: () => undefined }),
  { reads: 'as Chromium' },
)
