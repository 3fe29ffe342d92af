# Environments and agents with their machine code; `docker build -t tablemates .`
FROM python:3.12-slim

ENV NUMBA_CACHE_DIR=/opt/tablemates

WORKDIR /source
COPY . .
RUN pip install --no-cache-dir . \
    && useradd --uid 1000 --create-home player \
    && install --directory --owner=player /opt/tablemates \
    && rm -rf /source

USER 1000
WORKDIR /home/player
RUN python -m tablemates.warmup --agents rules value

CMD ["python"]
