interface PlotProps {
  readonly title: string;
  /** The latest value with its unit. */
  readonly value: string;
  /** The oldest first. */
  readonly points: readonly number[];
}

const SIZE = { width: 240, height: 56 };
/** Readings across the width. */
export const READINGS = 60;

/** A value over the last minutes. */
export function Plot({ title, value, points }: PlotProps) {
  const most = Math.max(...points, 1e-9);
  const { width, height } = SIZE;
  const place = (point: number, index: number): string =>
    `${(((READINGS - points.length + index) / (READINGS - 1)) * width).toFixed(1)},${(height - 2 - (point / most) * (height - 6)).toFixed(1)}`;
  const line = points.map(place).join('L');
  const first = (((READINGS - points.length) / (READINGS - 1)) * width).toFixed(1);
  return (
    <figure class="plot card">
      <figcaption>
        <span class="muted">{title}</span>
        <strong>{value}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${title}: ${value}`}>
        {points.length > 1 && (
          <>
            <path class="plot-area" d={`M${first},${height}L${line}L${width},${height}Z`} />
            <path class="plot-line" d={`M${line}`} />
          </>
        )}
      </svg>
    </figure>
  );
}
