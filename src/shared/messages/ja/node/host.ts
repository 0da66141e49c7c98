import type { host as english } from '../../en/node/host.ts'

export const host: Record<keyof typeof english, string> = {
  'host.address': 'Latchkeyは{url}で実行中です',
  'host.addressOnce': 'このアドレスは一度だけ使用できます。',
  'host.browserNotOpened':
    'ブラウザーでLatchkeyが開きませんでした。このアドレスを開いてください（一度だけ使用できます）: {url}',
  'host.crashed': 'Latchkeyを続行できないため終了しました',
  'host.crashedHint':
    '予期しないエラーが発生しました。キュー内の操作は保持されています。Latchkeyをもう一度起動してください。詳細はログを確認してください。',
  'host.enterForAddress': '新しいアドレスを表示するにはEnterキーを押してください。',
  'host.failed': 'ブラウザーホストでエラーが発生しました。',
  'host.foreignCall': 'この呼び出しはLatchkey自身のページからのものではありません。',
  'host.foreignCallHint': 'Latchkeyを再起動してください。',
  'host.help':
    'オプション:\n  --data DIR             すべてをこのフォルダーに保存します。\n  --demo                 ユーザーとしてデモを開きます。\n  --demo-admin           管理者としてデモを開きます。\n  --port N               ブラウザー版: 127.0.0.1のこのポートで待ち受けます。既定値の0は空きポートを使います。\n  --no-open              ブラウザー版: ブラウザーを開かずにアドレスを表示します。\n  --hidden               デスクトップアプリ: ウィンドウなしで起動します。\n  --self-test FILE       デスクトップアプリ: 自己診断してレポートを書き、終了します。\n  --verify-log FILE      監査ログのエクスポートを検証して終了します。\n  --verbose              すべての呼び出しを記録します。\n  -h, --help             これを表示して終了します。',
  'host.invalidKey': 'このキーは無効か、使用済みです。',
  'host.invalidPort': '--portには0～65535の数字を指定してください（指定された値: {port}）。',
  'host.invalidTime':
    'LATCHKEY_TIMEには2026-12-31T22:59:30Zのような日時を指定してください（指定された値: {time}）。',
  'host.jsonOnly': 'JSONのみ受け付けます。',
  'host.leave': '移動する',
  'host.leaveUnsaved': '保存せずに移動しますか？',
  'host.leaveUnsavedHint': '未保存の変更は失われます。',
  'host.linkNotClicked': 'このリンクはクリックまたはキー操作で開かれたものではありません。',
  'host.linkOfOtherSite': 'このサイトのアカウントはありません。',
  'host.needsValue': '{option}には値が必要です。',
  'host.noAccess': 'アクセスが拒否されました。',
  'host.noCall': '不明な呼び出しです。',
  'host.noJsonObject': 'JSONオブジェクトではありません。',
  'host.notFound': '見つかりません。',
  'host.notSignedIn': '起動時に表示されたアドレスでLatchkeyを開いてください。',
  'host.open': '開く',
  'host.openAddress': 'このアドレスを開いてください（一度だけ使用できます）: {url}',
  'host.openLink': '{host}をブラウザーで開きますか？',
  'host.opensInBrowser': 'Latchkeyは{url}で実行中です。ブラウザーで開きます。',
  'host.portForbidden':
    'ポート{port}を使用する権限がありません。別のポートを指定するか、空きポートを使うには0を指定してください。',
  'host.portTaken':
    'ポート{port}はすでに使用されています。別のポートを指定するか、空きポートを使うには0を指定してください。',
  'host.startFailed': 'Latchkeyを起動できませんでした',
  'host.startFailedBecause': 'Latchkeyを起動できませんでした: {reason}',
  'host.stay': 'とどまる',
  'host.takesNoValue': '{option}に値は指定できません。',
  'host.tooFewFiles': 'このセッションで同時に開けるファイル数の上限が、Latchkeyには低すぎます。',
  'host.tooFewFilesHint': 'ulimit -n 1024などで上限を上げてから、もう一度起動してください。',
  'host.unexpectedArgument': '予期しない引数: {option}。',
  'host.unknownOption': '不明なオプション: {option}。',
  'host.unknownOptionHint': '--helpでオプションの一覧を表示します。',
}
