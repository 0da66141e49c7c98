import type { settings as english } from '../../en/screens/settings.ts'

export const settings: Record<keyof typeof english, string> = {
  'settings.about': 'このアプリについて',
  'settings.administration': '管理',
  'settings.administrationLead': '他のユーザーへの操作の送信方法。',
  'settings.appImageLinks':
    'AppImageでlatchkey://リンクを開くには、AppImageLauncherやGear Leverなどのツールでアプリケーションに追加してください。',
  'settings.background': 'バックグラウンド',
  'settings.backgroundInBrowser':
    'ブラウザーでは、このページを開いている間のみ通知が表示され、ポートが変わるとブラウザーが再び許可を求めます。トレイ、サインイン時の起動、ファイルやリンクを開く機能にはデスクトップアプリが必要です。',
  'settings.cacheCleared': 'キャッシュを消去しました。データは必要に応じて再び読み込まれます。',
  'settings.clearCache': 'キャッシュを消去',
  'settings.clearCacheHint': 'アバターなど、再読み込みできるデータを削除します。',
  'settings.clipboard': 'クリップボード',
  'settings.clipboardInApp':
    'その後に別のものをコピーした場合は消去されません。クリップボード履歴には、シークレットを残さないよう要求します。',
  'settings.clipboardInBrowser':
    'その後に別のものをコピーした場合は消去されません。ブラウザーではシークレットを識別できないため、クリップボード履歴に残る場合があります。',
  'settings.clipboardSaved': 'コピーしたシークレットは{seconds}秒後に消去されます。',
  'settings.clipboardSeconds': 'コピーしたシークレットを消去するまでの時間（秒）',
  'settings.closeToTray': '閉じるときにトレイへ格納',
  'settings.closeToTrayHint':
    'ウィンドウを閉じてもLatchkeyはトレイに残り、キュー内の操作を送信し続けます。',
  'settings.closeToTrayLinux':
    'デスクトップにトレイがない場合は、Latchkeyをもう一度起動するとウィンドウが開きます。',
  'settings.confirmLeftover': '{action}しますか？',
  'settings.data': 'データ',
  'settings.dataFolder': 'フォルダー',
  'settings.dataLead':
    'Latchkeyがこのコンピューターに保存するファイル。アクセストークンは含まれません。',
  'settings.density': '表示密度',
  'settings.densityComfortable': 'ゆったり',
  'settings.densityComfortableHint': '項目の間隔を広くします。',
  'settings.densityCompact': 'コンパクト',
  'settings.densityCompactHint': '1画面により多くの項目を表示します。',
  'settings.diagnostics': '診断情報',
  'settings.diagnosticsHint':
    '名前やトークンは含まれません。何も送信されません。内容を確認してからコピーしてください。',
  'settings.diagnosticsLead': '問題の報告用: バージョン、システムの詳細、ログの最後の行。',
  'settings.forget': 'このコンピューターから消去',
  'settings.forgetAccountHint':
    'アカウントを1つだけトークンとともに削除するには、サインアウトしてください。',
  'settings.forgetAccountLink': '1つのアカウントからサインアウト',
  'settings.forgetConfirm': 'このコンピューターからすべて消去しますか？',
  'settings.forgetEverything': 'すべて消去',
  'settings.forgetEverythingHint':
    '{accounts, plural, =1 {アカウントからサインアウト} other {#件のアカウントすべてからサインアウト}}し、監査ログを含むこのコンピューター上のLatchkeyのデータをすべて削除します。',
  'settings.forgetLoss':
    'このコンピューターから、すべてのアカウントとそのトークン、保留中の操作、監査ログ（残したものを含む）、ログ、設定を完全に削除します。トークンは期限切れになるか取り消されるまで有効です。',
  'settings.forgotten':
    'このコンピューター上のLatchkeyのデータをすべて削除しました。トークンは期限切れになるか取り消されるまで有効です。',
  'settings.fromTo': '{min}～{max}で指定します。',
  'settings.includeUrls': 'GitLabのURLを含める',
  'settings.keychainAbsent':
    'キーチェーンが見つかりません。トークンはLatchkeyを終了するまでメモリに保持されます。',
  'settings.keychainAvailable':
    'トークンは、システムで暗号化され、このコンピューターのキーチェーン（{keychain}）にサービス名「Latchkey」で保存されます。',
  'settings.keychainChecking': 'キーチェーンを確認中…',
  'settings.keychainFailed':
    'キーチェーンが正しく応答していません。中のトークンは読み取れませんが、失われてはいません。',
  'settings.keychainLead': 'アクセストークンの保存場所。',
  'settings.keychainLocked':
    'キーチェーンがロックされています。中のトークンは読み取れませんが、失われてはいません。',
  'settings.language': '言語',
  'settings.languageSystem': 'システム（{language}）',
  'settings.languageUnreviewed':
    'この翻訳は、まだこの言語の話者に確認されていません。誤りやわかりにくい表現があれば、ご報告ください。',
  'settings.layout': 'レイアウト',
  'settings.leftoverAction': '{action}: {name}',
  'settings.leftoverDeleted': '{name}を削除しました。',
  'settings.leftoverDetails': '{size}、最終変更: {moment}',
  'settings.leftoverLoss': '{path}を完全に削除します。',
  'settings.leftoverPath': '{name}のパス',
  'settings.leftovers': 'サインアウト後に残ったデータ',
  'settings.leftoversLead': 'これらのファイルは、削除するまで残ります。',
  'settings.license': 'ライセンス',
  'settings.lock': 'ロック',
  'settings.lockAfter': '自動ロックまでの時間',
  'settings.lockAfterInApp': 'このコンピューターを最後に使用してからの時間。',
  'settings.lockAfterInBrowser': 'このページを最後に使用してからの時間。',
  'settings.lockAfterOwnUse':
    'このデスクトップは他のプログラムへの入力を通知しないため、Latchkeyを最後に使用した時点から数えます。',
  'settings.lockLead':
    'ロックを解除するまで、すべてを非表示にします。画面上のシークレットと未保存の変更は破棄されます。',
  'settings.lockMinutes': '{minutes, plural, =0 {ロックしない} other {#分}}',
  'settings.lockNow': '今すぐロック',
  'settings.lockWithComputer': 'コンピューターと連動してロック',
  'settings.lockWithComputerHint': '画面のロック時またはコンピューターのスリープ時。',
  'settings.lockWithSleep':
    'コンピューターのスリープ時。このデスクトップの画面ロックをLatchkeyは検出できません。',
  'settings.log': 'ログ',
  'settings.noLeftovers': 'ファイルはありません',
  'settings.noPackages': '該当なし',
  'settings.notificationsBlocked':
    'ブラウザーがこのページの通知をブロックしています。サイトの設定で許可してから、ページを再読み込みしてください。',
  'settings.notificationsFail':
    'Latchkeyの通知がシステムに表示されません。システム設定で許可してください。macOSでは、署名のないアプリの通知は表示されません。',
  'settings.notificationsHint':
    'ステータスがまもなくクリアされるとき、キーやトークンが期限切れになるとき、キューの処理が完了したとき、アカウントがサインアウトされたときに通知します。Latchkeyは1日1回キーとトークンを確認します。この確認はアカウントのアクティビティーとして扱われます。',
  'settings.notificationsUnsupported': 'このブラウザーは通知に対応していません。',
  'settings.parallelRequests': '並列リクエスト数',
  'settings.parallelRequestsHint':
    '多数のユーザーへの操作用です。増やすと速くなりますが、インスタンスの負荷が高くなります。',
  'settings.parallelRequestsSaved':
    '{count, plural, =1 {操作は1件ずつ送信されます。} other {最大#件の操作が同時に送信されます。}}',
  'settings.pauseQueue': 'ロック中はキューを一時停止',
  'settings.pauseQueueHint':
    'ロックを解除するまで何も送信されません。進行中のリクエストは完了します。',
  'settings.portableStart':
    'ポータブル版はWindowsに登録されないため、サインイン時の起動やlatchkey://リンクを開くことができません。どちらも使うには、Latchkeyをインストールしてください。',
  'settings.searchPackages': 'パッケージを検索',
  'settings.showDiagnostics': '診断情報を表示',
  'settings.showLicenses': 'ライセンスを表示',
  'settings.showNotifications': '通知を表示',
  'settings.startActivities': 'アクティビティー',
  'settings.startAtSignIn': 'サインイン時に起動',
  'settings.startAtSignInHint': 'このコンピューターへのサインイン時にLatchkeyを開きます。',
  'settings.startEmails': 'メールアドレス',
  'settings.startHome': 'ホーム',
  'settings.startKeys': 'キー',
  'settings.startLast': '前回の画面',
  'settings.startPeople': 'フォロー',
  'settings.startProfile': 'プロフィール',
  'settings.startScreen': '開始画面',
  'settings.startScreenHint': 'Latchkeyの起動時とサインイン後に表示されます。',
  'settings.startStatus': 'ステータス',
  'settings.theme': 'テーマ',
  'settings.themeDark': 'ダーク',
  'settings.themeLight': 'ライト',
  'settings.themeSystem': 'システム',
  'settings.thirdPartyLicenses': 'サードパーティライセンス',
  'settings.title': '設定',
  'settings.undoHint':
    'それまでは何も送信されません。削除は少なくとも60秒待ちます。そのほかの元に戻せない操作は、確認のうえですぐに反映されます。',
  'settings.undoSaved': '操作は{seconds}秒以内なら元に戻せます。',
  'settings.undoSeconds': '元に戻せる時間（秒）',
  'settings.unlockByClick':
    'クリックでロックを解除します。画面を隠すだけなので、このコンピューターであなたのアカウントを使える人は解除できます。防ぐにはコンピューターをロックしてください。',
  'settings.unlockByTouchId': 'Touch IDでロックを解除します。',
  'settings.version': 'バージョン',
  'settings.wholeNumber': '{min}～{max}の整数を入力してください',
}
