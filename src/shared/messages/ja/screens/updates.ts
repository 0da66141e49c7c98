import type { updates as english } from '../../en/screens/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.appStore': 'アップデートは、Latchkeyを入手したストアから提供されます。',
  'updates.beta': 'ベータ',
  'updates.betaHint': '新機能をいち早く利用できます。',
  'updates.browser':
    'このコンピューターのLatchkeyを、インストールに使ったツールでアップデートしてください。',
  'updates.channel': 'チャンネル',
  'updates.check': 'アップデートを確認',
  'updates.checkDaily': 'アップデートを自動的に確認',
  'updates.checkDailyHint':
    '1日1回、Latchkeyの入手元を確認します。個人に関する情報は送信されず、無断でインストールされることもありません。',
  'updates.download': 'ダウンロード',
  'updates.downloading': 'ダウンロード中: {percent}%',
  'updates.fromSource':
    'Latchkeyはソースから実行されています。ソースを更新して、ビルドし直してください。',
  'updates.installOnQuit': 'Latchkeyの終了時にインストールされます。',
  'updates.noSource':
    'このパッケージにはアップデートの配布元がありません。ダウンロードした場所で新しいバージョンを確認してください。',
  'updates.notNow': '後で',
  'updates.packageManager': 'アップデートは、システムのパッケージマネージャーから提供されます。',
  'updates.portable':
    'ポータブル版は自動でアップデートされません。新しいものに置き換えてください。データは残ります。',
  'updates.postponed': '3日間延期しました。',
  'updates.readOnly':
    'Latchkeyはこのフォルダーでは自身を置き換えられません。自分のフォルダー（Macでは「アプリケーション」）に移動してから開いてください。',
  'updates.released': 'リリース日: {date}',
  'updates.restart': '再起動してインストール',
  'updates.skip': 'このバージョンをスキップ',
  'updates.skipped': 'このバージョンはスキップされました。',
  'updates.stable': '安定版',
  'updates.stableHint': '他のユーザーが先に試した版です。',
  'updates.title': 'アップデート',
  'updates.unsigned':
    'このパッケージは署名がないため、アップデートを検証できません。新しいバージョンは入手元からダウンロードしてください。',
  'updates.upToDate': 'Latchkeyは最新です。',
  'updates.version': 'バージョン{version}',
}
