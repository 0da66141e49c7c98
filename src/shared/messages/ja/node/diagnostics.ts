import type { diagnostics as english } from '../../en/node/diagnostics.ts'

export const diagnostics: Record<keyof typeof english, string> = {
  'diagnostics.accounts': 'アカウント: {count}',
  'diagnostics.app':
    'Latchkey {version}（{host, select, electron {デスクトップアプリ} other {ブラウザー}}）',
  'diagnostics.keychain': 'キーチェーン: {state}（{name}）',
  'diagnostics.linux':
    'デスクトップ: {desktop}、ディスプレイ: {display}、セッションバス: {bus, select, yes {あり} other {なし}}',
  'diagnostics.log': 'ログの最後の行:',
  'diagnostics.no': 'なし',
  'diagnostics.otherDesktop': 'その他',
  'diagnostics.pageCrashes': 'Latchkeyのページが何度もクラッシュしました。',
  'diagnostics.pageCrashesHint':
    'キュー内の操作と入力内容は保持されています。［設定］→［診断情報］またはログを確認してください。ログの場所はdocs/troubleshooting.mdに記載されています。',
  'diagnostics.pageUnresponsive': 'Latchkeyのページが応答していません。',
  'diagnostics.pageUnresponsiveHint':
    '処理中の可能性があります。再読み込みしても入力内容は保持されます。',
  'diagnostics.programs': 'プログラム: {programs}',
  'diagnostics.proxies': 'プロキシ変数: {areSet, select, yes {設定あり} other {設定なし}}',
  'diagnostics.quit': '終了',
  'diagnostics.reload': '再読み込み',
  'diagnostics.system': 'システム: {system}',
  'diagnostics.tryAgain': 'もう一度試す',
  'diagnostics.wait': '待機',
}
