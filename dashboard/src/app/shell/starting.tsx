/** While a page and its first data load: the same as in index.html, so that nothing moves in between. */
export function Starting() {
  return (
    <div className="starting" role="status" aria-busy="true">
      <img src="/dashboard/icon.svg" alt="" width={40} height={40} />
      <p>Loading Bursar…</p>
    </div>
  );
}
