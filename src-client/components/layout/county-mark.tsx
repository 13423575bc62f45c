/** The county's mark: a plat of lots, one of them lit. */
export function CountyMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 44 44" className={className} aria-hidden>
      <rect x="25" y="17" width="16" height="24" className="fill-brass" />
      <g fill="none" stroke="currentcolor" strokeWidth="2.5">
        <rect x="3" y="3" width="38" height="38" rx="3" />
        <path d="M3 17h38M3 29h22M25 17v24M14 3v14M31 3v14M13 29v12" />
      </g>
    </svg>
  )
}
