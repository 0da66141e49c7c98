import type { Guard } from './guard.ts'

const host = 'src/main/security.exploit.test.ts'
const navigation = 'src/main/navigation.exploit.test.ts'
const ipc = 'src/main/ipc.exploit.test.ts'
const links = 'src/core/platform/page/external-links.exploit.test.ts'

/** The guards of Electron's security checklist. */
export const electronGuards: readonly Guard[] = [
  {
    id: 'policy-sources',
    becomes: `"connect-src *"`,
    test: 'src/shared/rules/page-policy.exploit.test.ts',
    title: 'blocks loading from other origins and sending to them',
  },
  preference('nodeIntegration', false),
  preference('contextIsolation', true),
  preference('sandbox', true),
  {
    id: 'sandbox',
    test: host,
    title: 'starts with what it knows',
  },
  {
    id: 'sandbox-always-there',
    test: host,
    title: 'does not give up its sandbox on',
  },
  {
    id: 'permission-requests',
    becomes: 'defaultSession.setPermissionRequestHandler((_, __, answer) => answer(true))',
    test: 'src/main/permissions.exploit.test.ts',
    title: 'is granted no permission but writing to the clipboard',
  },
  preference('webSecurity', true),
  {
    id: 'policy-is-sent',
    becomes: '...{}',
    test: 'src/main/app-protocol.exploit.test.ts',
    title: 'sends its policy along with every file',
  },
  preference('allowRunningInsecureContent', false),
  preference('experimentalFeatures', false),
  {
    id: 'blink-features',
    becomes: `preload, enableBlinkFeatures: 'X'`,
    test: host,
    title: 'turns on no feature of Blink',
  },
  { id: 'webview', test: navigation, title: 'attaches no webview' },
  preference('webviewTag', false),
  { id: 'navigation', test: navigation, title: 'stays on its page' },
  {
    id: 'new-windows',
    becomes: `contents.setWindowOpenHandler(({ url }) => {
      void openLink(url, takeGesture())
      return { action: 'allow' }
    })`,
    test: navigation,
    title: 'opens no second window',
  },
  {
    id: 'outside',
    becomes: 'const isOpened = true',
    test: links,
    title: 'starts no other program',
  },
  { id: 'ipc-sender', becomes: 'return true', test: ipc, title: 'hears no foreign sender' },
  {
    id: 'page-files',
    becomes: `const file = files.get(path) ?? join(folder, path)`,
    test: 'src/main/app-protocol.exploit.test.ts',
    title: 'serves nothing beside it',
  },
  {
    id: 'fuses',
    becomes: 'runAsNode: true',
    test: 'scripts/lib/fuses.exploit.test.ts',
    title: 'has every fuse set as it should be',
  },
  {
    id: 'preload',
    becomes: `contextBridge.exposeInMainWorld('latchkey', { ...host, ipcRenderer })`,
    test: 'src/preload/preload.built.test.ts',
    title: 'exposes invoke, on and pathOf, and nothing else',
    isBuilt: true,
  },
]

function preference(name: string, value: boolean): Guard {
  return {
    id: `preference-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    becomes: `${name}: ${!value}`,
    test: host,
    title: `has ${name} ${value}`,
  }
}
